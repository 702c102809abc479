using System;
using System.IO;
using System.Linq;
using System.Text;
using NUnit.Framework;

namespace Codec.Tests.Cli;

/// <summary>Where the tool prints what is wrong, and what of the schema it shows.</summary>
public sealed partial class CodecToolTests
{
    private const int LongestExcerpt = 110;

    [Test]
    public void What_is_wrong_goes_to_the_standard_error_and_what_was_done_to_the_standard_output()
    {
        string tool = Path.Combine(AppContext.BaseDirectory, "Codec.Cli.dll");
        string good = Put("good.fbs", "table A { x:int; }\n");
        string bad = Put("bad.fbs", "table B { x:Nope; }\n");
        using System.Diagnostics.Process process = ExternalProgram.Start("dotnet", [tool, "gen", "csharp", bad, "-o", _folder], redirectInput: false);
        Assert.That(process.StandardOutput.ReadToEnd(), Is.Empty);
        string diagnostics = process.StandardError.ReadToEnd();
        Assert.That(diagnostics, Does.Contain("bad.fbs(1,13): error CODEC011: "));
        Assert.That(diagnostics.Contains('\u001b', StringComparison.Ordinal), Is.False, "a pipe gets no colours");
        process.WaitForExit();
        Assert.That(process.ExitCode, Is.EqualTo(1));

        Assert.That(RunApart("gen", "csharp", good, "-o", _folder), Is.EqualTo((0, $"1 of 1 files written to {_folder}; the others were up to date.\n", "")));
        Put("good.fbs", "table C { x:int; }\n");
        (int exit, string output, string error) = RunApart("gen", "csharp", good, "-o", _folder, "--check");
        Assert.That((exit, output), Is.EqualTo((1, "")));
        Assert.That(error, Does.Contain("C.g.cs: is missing").And.Contain("A.g.cs: is of no type"));
        Assert.That(RunApart("gen", "csharp", InFolder("none.fbs"), "-o", _folder).Error, Does.StartWith("codec: error: "));
    }

    [TestCase("\n")]
    [TestCase("\r\n")]
    [TestCase("\r")]
    public void The_line_of_an_error_is_shown_whatever_ends_lines(string end)
    {
        string schema = Put("bad.fbs", $"// first{end}table T {{{end}  x int;{end}}}{end}");
        Assert.That(Run("gen", "cpp", schema, "-o", _folder).Output, Does.StartWith($"{schema}(3,5): error CODEC001: ")
            .And.EndWith("    3 |   x int;\n      |     ^~~\n"));
    }

    [Test]
    public void The_line_of_an_error_is_shown_among_ends_of_all_kinds([Values("\n", "\r\n", "\r")] string first, [Values("\n", "\r\n", "\r")] string second,
        [Values("", "\n", "\r\n", "\r")] string last, [Values("", "\uFEFF")] string mark)
    {
        string schema = Put("bad.fbs", $"{mark}// a\u2028b{first}// \u0085{second}{first}\ttable T {{ x int; }}{last}");
        bool isOneEnd = second + first == "\r\n";
        int line = isOneEnd ? 3 : 4;
        Assert.That(Run("gen", "cpp", schema, "-o", _folder).Output, Does.StartWith($"{schema}({line},14): error CODEC001: ")
            .And.EndWith($"    {line} |  table T {{ x int; }}\n      |              ^~~\n"));
    }

    [TestCase("", 1, 1, "")]
    [TestCase("\uFEFF", 1, 1, "")]
    [TestCase("\r", 1, 1, "")]
    [TestCase("\n\r\n", 1, 1, "")]
    [TestCase("table T {", 1, 10, "table T {")]
    [TestCase("table T {\r", 2, 1, "")]
    [TestCase("\uFEFFtable T {\n  x", 2, 4, "  x")]
    [TestCase("table T { x:int; }\n/*", 2, 1, "/*")]
    public void An_error_at_the_end_of_the_file_has_a_line(string text, int line, int column, string shown)
    {
        string schema = Put("bad.fbs", text);
        string output = Run("gen", "cpp", schema, "-o", _folder).Output;
        Assert.That(output, Does.StartWith($"{schema}({line},{column}): error CODEC0"));
        Assert.That(output.Split('\n')[1], Is.EqualTo($"    {line} | {shown}"));
        Assert.That(output.Split('\n')[2], Does.StartWith("      | " + new string(' ', column - 1) + "^"));
    }

    [Test]
    public void A_long_line_is_cut_around_the_column()
    {
        string schema = Put("long.fbs", $"table T {{ {string.Concat(Enumerable.Range(0, 30_000).Select(i => $"x{i}:int; "))}bad int; y:int; }}");
        string[] lines = Run("gen", "cpp", schema, "-o", _folder).Output.Split('\n');
        Assert.That(lines[0], Does.EndWith("error CODEC001: Expected ':', found 'int'."));
        Assert.That(lines[1], Does.StartWith("    1 | …").And.EndWith("bad int; y:int; }").And.Length.LessThanOrEqualTo(LongestExcerpt));
        Assert.That(lines[2].Length - "^~~".Length, Is.EqualTo(lines[1].IndexOf("int; y", StringComparison.Ordinal)));
    }

    [Test]
    public void No_printed_line_is_as_long_as_the_schema([Values("x {0}", "{0} {{}} table", "enum E:int {{ a = {1} }}", "table T {{ x:int = \"{0}\"; }}", "table T {{ x:int = {1}; }}",
        "include \"{0}\";", "table T {{ x:{0}.{0}; }}", "table T ({0}) {{ }}", "table T (\"{0}\") {{ }}", "table T {{ x:[int:{1}]; }}", "table T (id: {1}) {{ }}", "\"{0}", "{1}.{1}.{1}",
        "enum E:int {{ a }} table T {{ x:E = {0}; y:E = \"{0} b\"; }}", "table T {{ x:float = {0}(1); }}")] string format)
    {
        const int Length = 300_000;
        string schema = Put("a.fbs", string.Format(System.Globalization.CultureInfo.InvariantCulture, format, new string('a', Length), new string('1', Length)));
        (int exit, string output) = Run("gen", "cpp", schema, "-o", _folder);
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output.Split('\n').Select(line => line.Length), Is.All.LessThan(5000));
    }

    [Test]
    public void The_mark_stands_under_wide_characters_too()
    {
        string schema = Put("wide.fbs", "/* 中文 \U0001F600 é */ table T { x int; }");
        string[] lines = Run("gen", "cpp", schema, "-o", _folder).Output.Split('\n');
        Assert.That(lines[1], Is.EqualTo("    1 | /* 中文 \U0001F600 é */ table T { x int; }"));
        Assert.That(lines[2], Is.EqualTo("      | " + new string(' ', "/* xxxx xx e */ table T { x ".Length) + "^~~"));
    }

    [Test]
    public void A_schema_cannot_control_the_terminal()
    {
        string schema = Put("esc.fbs", "// \u001b[31m\u2028\n/* \u001b]0;x\u0007 */ table T { x:int = \"\\u001b[2J\\n\"; }");
        string[] lines = Run("gen", "cpp", schema, "-o", _folder).Output.Split('\n');
        Assert.That(lines, Has.Length.EqualTo(4));
        Assert.That(string.Concat(lines).Any(char.IsControl), Is.False);
    }

    [TestCase(100, "")]
    [TestCase(101, "codec: 1 more diagnostic is not shown.")]
    [TestCase(160, "codec: 60 more diagnostics are not shown.")]
    [TestCase(5000, "codec: at least 900 more diagnostics are not shown.")]
    public void The_number_of_diagnostics_that_are_not_shown_is_said(int errors, string last)
    {
        string schema = Put("many.fbs", string.Concat(Enumerable.Range(0, errors).Select(i => $"table T{i} {{ x int; }}\n")));
        string[] lines = Run("gen", "cpp", schema, "-o", _folder).Output.TrimEnd('\n').Split('\n');
        Assert.That(lines.Count(line => line.Contains(": error ", StringComparison.Ordinal)), Is.EqualTo(100));
        Assert.That(lines[^4], Does.Contain(last.Length > 0 ? "" : "|").Or.Contain("error"));
        Assert.That(lines[^1], last.Length > 0 ? Is.EqualTo(last) : Does.Contain("^"));
    }

    [Test]
    public void A_file_in_another_encoding_is_refused()
    {
        string schema = InFolder("u16.fbs");
        foreach (Encoding encoding in new[] { Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.UTF32 })
        {
            File.WriteAllText(schema, "table T { x:int; }\n", encoding);
            (int exit, string output) = Run("gen", "cpp", schema, "-o", _folder);
            Assert.That(exit, Is.EqualTo(1));
            Assert.That(output, Does.Contain("error CODEC008: ").And.Not.Contain("CODEC002"));
        }
    }
}
