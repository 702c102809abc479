using Spectre.Console;

namespace Codec.Tests.Cli;

/// <summary>Tests the tool <c>codec</c>: exit codes, messages and files.</summary>
public sealed class CodecToolTests : TestFolderFixture
{
    [Test]
    public void Messages_have_the_format_of_compiler_errors()
    {
        string schema = Put("bad.fbs", "table T {\n\tx:int = 300;\n\tname:Strin; [\n}\n");
        (int exit, string output) = Run("gen", "cpp", schema, "-o", InFolder("out"));
        Assert.That(exit, Is.EqualTo(2));
        Assert.That(output, Is.EqualTo($"""
            {schema}(3,14): error CODEC001: Expected a field's name or '{'}'}', found '['.
                3 |  name:Strin; [
                  |              ^

            """));
        Assert.That(Directory.Exists(InFolder("out")), Is.False);
    }

    [TestCase("cpp", "game_messages.hpp")]
    [TestCase("csharp", "Game.Login.g.cs")]
    [TestCase("wireshark", "game.lua")]
    public void Check_accepts_only_the_generated_files(string language, string file)
    {
        string[] arguments = ["gen", language, Repository.PathOf("schemas", "game.fbs"), Repository.PathOf("schemas", "packets.fbs"), "-o", Folder];
        string[] check = [.. arguments, "--check"];
        Assert.That(Run(check).Exit, Is.EqualTo(1));
        Assert.That(Run(check).Output, Does.Contain($"{InFolder(file)}: is missing"));
        Assert.That(File.Exists(InFolder(file)), Is.False, "--check writes nothing");

        Assert.That(Run(arguments).Exit, Is.Zero);
        Assert.That(Run(check), Is.EqualTo((0, "")));

        File.WriteAllText(InFolder(file), File.ReadAllText(InFolder(file)).Replace("\n", "\r\n", StringComparison.Ordinal));
        Assert.That(Run(check).Exit, Is.Zero, "line ends do not count");

        File.AppendAllText(InFolder(file), "// changed");
        (int exit, string output) = Run(check);
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.Contain($"{InFolder(file)}: is out of date").And.Not.Contain("is missing"));

        Assert.That(Run(arguments).Output, Does.StartWith("1 of ").Or.EqualTo($"{InFolder(file)} was written.\n"), "only what changed is written");
        Assert.That(Run(check).Exit, Is.Zero);
    }

    [Test]
    public void A_folder_that_cannot_be_created_is_reported()
    {
        string schema = Put("a.fbs", "table T { x:int; }");
        string folder = Path.Combine(schema, "out");
        (int exit, string output) = Run("gen", "csharp", schema, "-o", folder);
        Assert.That(exit, Is.EqualTo(2));
        Assert.That(output, Does.StartWith($"codec: error: Cannot create the folder '{folder}': "));
    }

    [Test]
    public void Two_schemas_that_would_write_the_same_header_are_rejected()
    {
        string first = Put("a/x.fbs", "table A { x:int; }");
        string second = Put("b/X.fbs", "table B { x:int; }");
        (int exit, string output) = Run("gen", "cpp", first, second, "-o", InFolder("out"));
        Assert.That(exit, Is.EqualTo(2));
        Assert.That(output, Does.Contain("(1,1): error CODEC070: ").And.Contain(first).And.Contain(second).And.Contain("rename one of the schemas, or keep their folders with --keep-prefix."));
        Assert.That(Directory.Exists(InFolder("out")), Is.False);
        Assert.That(Run("gen", "csharp", first, second, "-o", InFolder("out")).Exit, Is.Zero, "C# has a file for each type");
    }

    [Test]
    public void Two_schemas_of_one_file_name_keep_their_folders_with_KeepPrefix([Values("", "--namespace ours")] string options)
    {
        ExternalProgram.Require("g++");
        Put("s/Layout/Bar.fbs", "include \"packets.fbs\"; namespace Layout; table Bar (packet_id: 2) { x:int; }");
        string bar = Put("s/Bar.fbs", "include \"Layout/Bar.fbs\"; include \"packets.fbs\"; table Bar (packet_id: 1) { layout:Layout.Bar; }");
        string[] command = ["gen", "cpp", bar, "-o", InFolder("out"), "-I", InFolder("s"), "--keep-prefix", .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries)];
        (int exit, string output) = Run([.. command]);
        Assert.That((exit, output), Is.EqualTo((0, $"2 of 2 files written to {InFolder("out")}; 0 were up to date.\n")));
        Assert.That(Run([.. command, "--check"]), Is.EqualTo((0, "")));
        string scope = options.Length == 0 ? "" : "ours::";
        string program = Put("main.cpp", $"#include \"Bar_messages.hpp\"\nstatic_assert({scope}BarPackets::size + {scope}Layout::LayoutBarPackets::size == 2 && codec::schemas::{scope}Layout_Bar::protocol_hash != codec::schemas::{scope}Bar::protocol_hash);\n");
        ExternalProgram.RunSuccessfully("g++", "-std=gnu++17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", InFolder("out"), "-I", Repository.PathOf("cpp", "include"), program);
        Assert.That(Run("gen", "cpp", bar, "-o", InFolder("out")).Output, Does.Contain("error CODEC070"));
        Assert.That(Run("gen", "cpp", bar, "-o", InFolder("out"), "--no-includes").Output, Does.Contain("error CODEC070"), "the header would include itself");
    }

    [Test]
    public void The_namespace_option_encloses_the_namespaces_of_the_schema()
    {
        string schema = Put("a.fbs", "namespace N; table A { x:int; }");
        Assert.That(Run("gen", "cpp", schema, "-o", Folder, "--namespace", "ours.v1").Exit, Is.Zero);
        Assert.That(File.ReadAllText(InFolder("a_messages.hpp")), Does.Contain("namespace ours::v1::N {").And.Contain("Table<::ours::v1::N::A>"));
        Assert.That(CommandLineRoot.Create(AnsiConsole.Console, AnsiConsole.Console).Parse(["gen", "cpp", schema, "-o", Folder, "--namespace", "a..b"]).Errors, Has.One.Property("Message").Contains("expected identifiers"));
    }

    [TestCase("", "out", "shared")]
    [TestCase(" ", "out", "shared")]
    [TestCase("a.fbs", "", "shared")]
    [TestCase("a.fbs", "out", "")]
    public void An_empty_path_is_rejected(string schema, string output, string include)
    {
        string[] arguments = ["gen", "csharp", schema, "-o", output, "-I", include];
        Assert.That(CommandLineRoot.Create(AnsiConsole.Console, AnsiConsole.Console).Parse(arguments).Errors, Has.One.Property("Message").Contains("must not be empty"));

        using StringWriter error = new();
        int exit = CommandLineRoot.Create(AnsiConsole.Console, AnsiConsole.Console).Parse(arguments).Invoke(new InvocationConfiguration { Output = TextWriter.Null, Error = error });
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(error.ToString(), Does.Contain("must not be empty").And.Not.Contain("   at "));
    }

    [TestCase("gen csharp a.fbs --equality -o out", "Unknown option '--equality'.")]
    [TestCase("check --agianst HEAD a.fbs", "Unknown option '--agianst'; did you mean --against?")]
    [TestCase("fmt -q a.fbs", "Unknown option '-q'.")]
    [TestCase("inspect --shcema", "Unknown option '--shcema'; did you mean --schema?")]
    [TestCase("inspect a.bin --shcema a.fbs", "Unknown option '--shcema'; did you mean --schema?")]
    [TestCase("tap --lantency 127.0.0.1:1", "Unknown option '--lantency'.")]
    [TestCase("insepct a.bin --schema a.fbs", "Unknown command 'insepct'; did you mean inspect?")]
    [TestCase("gen c# a.fbs", "Unknown command 'c#'.")]
    [TestCase("gen", "Expected a command after gen: csharp, cpp, wireshark.")]
    [TestCase("inspect a.bin b.bin", "Unexpected argument 'b.bin'.")]
    public void A_wrong_command_or_option_is_the_only_error_and_suggests_the_nearest(string arguments, string expected)
    {
        (int exit, string output, string error) = CodecTool.RunHere(arguments.Split(' '));
        Assert.That((exit, output, error), Is.EqualTo((2, "", expected + "\n")));
    }

    [Test]
    public void An_argument_may_start_with_a_hyphen_after_two_hyphens()
    {
        Assert.That(CodecTool.RunHere("fmt", "--", "--none.fbs").Error, Does.Contain("--none.fbs").And.Not.Contain("Unknown option"));
        Assert.That(CodecTool.RunHere("fmt", "--none.fbs", "--", "a.fbs").Error, Does.Contain("Unknown option '--none.fbs'."));
    }

    [Test]
    public void Files_that_another_run_generated_from_another_schema_are_not_reported()
    {
        string[] schemas = [Put("a.fbs", "table A { x:int; }"), Put("b.fbs", "table B { x:int; }")];
        foreach (string[] check in (string[][])[[], ["--check"]])
        {
            foreach (string schema in schemas)
            {
                (int exit, string output) = Run(["gen", "csharp", schema, "-o", Folder, .. check]);
                Assert.That(exit, Is.Zero, output);
                Assert.That(output, Does.Not.Contain("delete"));
            }
        }
    }

    [Test]
    public void A_generated_file_of_a_removed_type_is_reported_and_not_deleted()
    {
        string schema = Put("a.fbs", "table A { x:int; } table B { x:int; }");
        Assert.That(Run("gen", "csharp", schema, "-o", Folder).Output, Does.StartWith("3 of 3 ").And.Not.Contain("delete"));
        Put("Mine.g.cs", "// <auto-generated>\n// by something else\n// </auto-generated>\n");
        Put("a.fbs", "table A { x:int; }");

        (int exit, string output) = Run("gen", "csharp", schema, "-o", Folder, "--check");
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Is.EqualTo($"{InFolder("B.g.cs")}: belongs to no type of these schemas; delete it.\n"));

        (exit, output) = Run("gen", "csharp", schema, "-o", Folder);
        Assert.That(exit, Is.Zero);
        Assert.That(output, Does.StartWith("0 of 2 ").And.EndWith($"\n{InFolder("B.g.cs")}: was generated by an earlier run and is no longer written; delete it.\n"));
        Assert.That(File.Exists(InFolder("B.g.cs")), Is.True, "nothing is deleted");

        File.Delete(InFolder("B.g.cs"));
        Assert.That(Run("gen", "csharp", schema, "-o", Folder, "--check"), Is.EqualTo((0, "")));
    }

    [Test]
    public void An_error_in_the_built_in_schema_is_shown_with_its_line()
    {
        using StringWriter written = new() { NewLine = "\n" };
        SchemaFiles files = new();
        SchemaDiagnostic diagnostic = new() { Rule = SchemaRule.DuplicateName, Span = new SourceSpan("packets.fbs", 3, 4, 1, 4), Message = "what is wrong" };
        new DiagnosticPrinter(CodecTool.Console(written), files.TextOf, SchemaFiles.NameOf).Print(
            new SchemaResult { Model = null, Diagnostics = new EquatableArray<SchemaDiagnostic>([diagnostic]), DiagnosticCount = 1 });
        Assert.That(written.ToString(), Does.StartWith("packets.fbs(1,4): error CODEC010: what is wrong\n    1 | // What "));
    }

    [Test]
    public void NoIncludes_omits_the_types_of_included_files()
    {
        Put("shared.fbs", "table Shared { x:int; }");
        string schema = Put("a.fbs", "include \"packets.fbs\"; include \"shared.fbs\"; table A (packet_id: 3) { x:Shared; }");
        Assert.That(Run("gen", "csharp", schema, "-o", InFolder("all")).Output, Does.StartWith("3 of 3 "));
        Assert.That(Run("gen", "csharp", schema, "-o", InFolder("own"), "--no-includes").Output, Does.StartWith("2 of 2 "));
        Assert.That(Directory.GetFiles(InFolder("own")).Select(Path.GetFileName), Is.EquivalentTo((string[])["A.g.cs", "Codec.Schemas.ProtocolHash.A.g.cs"]));
        Assert.That(Run("gen", "csharp", schema, InFolder("shared.fbs"), "-o", InFolder("both"), "--no-includes").Output, Does.StartWith("4 of 4 "), "a file that is named is written");
        Assert.That(Run("gen", "cpp", schema, "-o", InFolder("cpp"), "--no-includes").Output, Does.EndWith("a_messages.hpp was written.\n"));
    }

    /// <summary>Runs the tool and returns its exit code and its output, followed by its errors.</summary>
    private static (int Exit, string Output) Run(params string[] arguments)
    {
        (int exit, string output, string error) = CodecTool.RunHere(arguments);
        return (exit, output + error);
    }

    private const string Include = "include \"a.fbs\"; table R { x:int; }";

    [TestCase("p/sub/a.fbs", "1/a.fbs", "2/a.fbs", "p/a.fbs")]
    [TestCase("1/a.fbs", "2/a.fbs", "p/a.fbs")]
    [TestCase("2/a.fbs", "p/a.fbs")]
    [TestCase("p/a.fbs")]
    public void An_include_is_searched_in_its_own_folder_the_include_folders_and_the_root_folder(params string[] candidates)
    {
        string root = Put("p/root.fbs", "include \"sub/middle.fbs\"; table R { x:int; }");
        Put("p/sub/middle.fbs", Include.Replace("R", "Middle", StringComparison.Ordinal));
        Put("a.fbs", "wrong");
        Put("other/a.fbs", "wrong");
        foreach (string candidate in candidates)
        {
            Put(candidate, "wrong");
        }

        Put(candidates[0], "table A { x:int; }");
        Accept(root);
        Put(candidates[0], "wrong");
        Refuse(root, InFolder(candidates[0]));
        File.Delete(InFolder(candidates[0]));
        Refuse(root, candidates.Length > 1 ? InFolder(candidates[1]) : InFolder("p/sub/middle.fbs"));
    }

    [TestCase("../q/a.fbs", "q/a.fbs", true)]
    [TestCase("./a.fbs", "p/a.fbs", true)]
    [TestCase("b/../a.fbs", "p/a.fbs", true)]
    [TestCase("none/../a.fbs", "p/a.fbs", false)]
    [TestCase("b//a.fbs", "p/b/a.fbs", true)]
    [TestCase("b\\\\a.fbs", "p/b/a.fbs", true)]
    [TestCase("/b/a.fbs", "p/b/a.fbs", true)]
    [TestCase("a.fbs", "p/b/a.fbs", false)]
    [TestCase("a.fbs", "a.fbs", false)]
    [TestCase("b", "p/b/a.fbs", false)]
    [TestCase("", "p/b/a.fbs", false)]
    [TestCase("linked/a.fbs", "q/deep/a.fbs", true)]
    [TestCase("linked/../a.fbs", "q/a.fbs", true)]
    [TestCase("linked/../a.fbs", "p/a.fbs", false)]
    [TestCase("link.fbs", "q/target.fbs", true)]
    [TestCase("broken.fbs", "p/a.fbs", false)]
    public void An_include_path_resolves_to_the_same_file_as_in_flatc(string spelling, string file, bool isFound)
    {
        Put("p/b/other.fbs", "table Other { x:int; }");
        Put("q/deep/other.fbs", "table Other { x:int; }");
        if (!OperatingSystem.IsWindows())
        {
            Directory.CreateSymbolicLink(InFolder("p/linked"), "../q/deep");
            File.CreateSymbolicLink(InFolder("p/link.fbs"), "../q/target.fbs");
            File.CreateSymbolicLink(InFolder("p/broken.fbs"), "nothing");
        }
        else if (spelling.Contains("link", StringComparison.Ordinal))
        {
            Assert.Ignore("Windows makes links for administrators only.");
        }

        Put(file, "table A { x:int; }");
        string root = Put("p/root.fbs", $"include \"{spelling}\"; table R {{ a:A; }}");
        if (isFound)
        {
            Accept(root);
        }
        else
        {
            Refuse(root, root);
        }
    }

    [TestCase("include \"a.fbs\"; include \"./a.fbs\"; include \"../p/a.fbs\"; include \"b/../a.fbs\"; table R { a:A; }", true)]
    [TestCase("include \"a.fbs\"; include \"linked/a.fbs\"; table R { a:A; }", true)]
    [TestCase("include \"a.fbs\"; include \"b/a.fbs\"; table R { a:A; }", true)]
    [TestCase("include \"a.fbs\"; include \"copy.fbs\"; table R { a:A; }", false)]
    [TestCase("include \"root.fbs\"; include \"../p/root.fbs\"; table R { x:int; }", true)]
    [TestCase("include \"back.fbs\"; table R { x:Back; }", true)]
    public void Repeated_includes_of_a_file_are_detected_like_in_flatc(string text, bool isAccepted)
    {
        Put("p/a.fbs", "table A { x:int; }");
        Put("p/b/a.fbs", "table A { x:int; }");
        Put("p/copy.fbs", "table A { x:int; }");
        Put("p/back.fbs", "include \"../p/root.fbs\"; table Back { r:R; }");
        if (!OperatingSystem.IsWindows())
        {
            Directory.CreateSymbolicLink(InFolder("p/linked"), "../p");
        }

        string root = Put("p/root.fbs", text);
        if (isAccepted)
        {
            Accept(root);
        }
        else
        {
            Refuse(root, InFolder("p/copy.fbs"));
        }
    }

    private void Accept(string root)
    {
        Assert.That(Run("gen", "cpp", root, "-o", InFolder("out"), "-I", InFolder("1"), "-I", InFolder("2")).Exit, Is.Zero);
        Assert.That(Flatc(root).ExitCode, Is.Zero, "flatc");
    }

    private void Refuse(string root, string place)
    {
        (int exit, string output) = Run("gen", "cpp", root, "-o", InFolder("out"), "-I", InFolder("1"), "-I", InFolder("2"));
        Assert.That(exit, Is.EqualTo(2));
        Assert.That(output, Does.StartWith(place + "("));
        (int flatcExit, string flatcOutput) = Flatc(root);
        Assert.That(flatcExit, Is.EqualTo(1), "flatc");
        Assert.That(flatcOutput, Does.Contain(place + ":"), "flatc");
    }

    /// <summary>Runs flatc. Without flatc, the test compares only with the expected results, which were those of flatc.</summary>
    private (int ExitCode, string Output) Flatc(string root)
    {
        ExternalProgram.Require("flatc");
        return ExternalProgram.Run("flatc", "--cpp", "-o", InFolder("out") + "/", "-I", InFolder("1"), "-I", InFolder("2"), root);
    }

    private const int LongestExcerpt = 110;

    [Test]
    public void The_line_of_an_error_is_shown_in_a_file_with_mixed_line_endings([Values("\n", "\r\n", "\r")] string first, [Values("\n", "\r\n", "\r")] string second,
        [Values("", "\n", "\r\n", "\r")] string last, [Values("", "\uFEFF")] string mark)
    {
        string schema = Put("bad.fbs", $"{mark}// a\u2028b{first}// \u0085{second}{first}\ttable T {{ x int; }}{last}");
        bool isOneEnd = second + first == "\r\n";
        int line = isOneEnd ? 3 : 4;
        Assert.That(Run("gen", "cpp", schema, "-o", Folder).Output, Does.StartWith($"{schema}({line},14): error CODEC001: ")
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
    public void An_error_at_the_end_of_the_file_is_shown_with_its_line(string text, int line, int column, string shown)
    {
        string schema = Put("bad.fbs", text);
        string output = Run("gen", "cpp", schema, "-o", Folder).Output;
        Assert.That(output, Does.StartWith($"{schema}({line},{column}): error CODEC0"));
        Assert.That(output.Split('\n')[1], Is.EqualTo($"    {line} | {shown}"));
        Assert.That(output.Split('\n')[2], Does.StartWith("      | " + new string(' ', column - 1) + "^"));
    }

    [Test]
    public void A_long_line_is_truncated_around_the_column_of_the_error()
    {
        string schema = Put("long.fbs", $"table T {{ {string.Concat(Enumerable.Range(0, 30_000).Select(i => $"x{i}:int; "))}bad int; y:int; }}");
        string[] lines = Run("gen", "cpp", schema, "-o", Folder).Output.Split('\n');
        Assert.That(lines[0], Does.EndWith("error CODEC001: Expected ':', found 'int'."));
        Assert.That(lines[1], Does.StartWith("    1 | …").And.EndWith("bad int; y:int; }").And.Length.LessThanOrEqualTo(LongestExcerpt));
        Assert.That(lines[2].Length - "^~~".Length, Is.EqualTo(lines[1].IndexOf("int; y", StringComparison.Ordinal)));
    }

    [Test]
    public void Printed_lines_are_short_even_for_a_very_long_schema_line([Values("x {0}", "{0} {{}} table", "enum E:int {{ a = {1} }}", "table T {{ x:int = \"{0}\"; }}", "table T {{ x:int = {1}; }}",
        "include \"{0}\";", "table T {{ x:{0}.{0}; }}", "table T ({0}) {{ }}", "table T (\"{0}\") {{ }}", "table T {{ x:[int:{1}]; }}", "table T (id: {1}) {{ }}", "\"{0}", "{1}.{1}.{1}",
        "enum E:int {{ a }} table T {{ x:E = {0}; y:E = \"{0} b\"; }}", "table T {{ x:float = {0}(1); }}")] string format)
    {
        const int Length = 300_000;
        string schema = Put("a.fbs", string.Format(System.Globalization.CultureInfo.InvariantCulture, format, new string('a', Length), new string('1', Length)));
        (int exit, string output) = Run("gen", "cpp", schema, "-o", Folder);
        Assert.That(exit, Is.EqualTo(2));
        Assert.That(output.Split('\n').Select(line => line.Length), Is.All.LessThan(5000));
    }

    [Test]
    public void The_marker_is_aligned_after_wide_characters()
    {
        string schema = Put("wide.fbs", "/* 中文 \U0001F600 é */ table T { x int; }");
        string[] lines = Run("gen", "cpp", schema, "-o", Folder).Output.Split('\n');
        Assert.That(lines[1], Is.EqualTo("    1 | /* 中文 \U0001F600 é */ table T { x int; }"));
        Assert.That(lines[2], Is.EqualTo("      | " + new string(' ', "/* xxxx xx e */ table T { x ".Length) + "^~~"));
    }

    [Test]
    public void A_schema_cannot_control_the_terminal()
    {
        string schema = Put("esc.fbs", "// \u001b[31m\u2028\n/* \u001b]0;x\u0007 */ table T { x:int = \"\\u001b[2J\\n\"; }");
        string[] lines = Run("gen", "cpp", schema, "-o", Folder).Output.Split('\n');
        Assert.That(lines, Has.Length.EqualTo(4));
        Assert.That(string.Concat(lines).Any(char.IsControl), Is.False);
    }

    [TestCase(100, "")]
    [TestCase(101, "codec: 1 more diagnostic is not shown.")]
    [TestCase(160, "codec: 60 more diagnostics are not shown.")]
    [TestCase(5000, "codec: at least 900 more diagnostics are not shown.")]
    public void The_number_of_hidden_diagnostics_is_reported(int errors, string last)
    {
        string schema = Put("many.fbs", string.Concat(Enumerable.Range(0, errors).Select(i => $"table T{i} {{ x int; }}\n")));
        string[] lines = Run("gen", "cpp", schema, "-o", Folder).Output.TrimEnd('\n').Split('\n');
        Assert.That(lines.Count(line => line.Contains(": error ", StringComparison.Ordinal)), Is.EqualTo(100));
        Assert.That(lines[299], Does.Contain("^"));
        Assert.That(lines[300..], Is.EqualTo(last.Length > 0 ? (string[])[last] : []));
    }

    [Test]
    public void A_schema_in_another_encoding_than_UTF8_is_rejected()
    {
        string schema = InFolder("u16.fbs");
        foreach (Encoding encoding in new[] { Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.UTF32 })
        {
            File.WriteAllText(schema, "table T { x:int; }\n", encoding);
            (int exit, string output) = Run("gen", "cpp", schema, "-o", Folder);
            Assert.That(exit, Is.EqualTo(2));
            Assert.That(output, Does.Contain("error CODEC008: ").And.Not.Contain("CODEC002"));
        }
    }

    [TestCase("--help", "codec: error: No space left on device\n")]
    [TestCase("inspect none", "")]
    [TestCase("unknown", "")]
    public void A_full_disk_behind_an_output_gives_exit_code_2(string arguments, string expected)
    {
        const string Full = "/dev/full";
        if (!File.Exists(Full))
        {
            Assert.Ignore("This system has no /dev/full.");
        }

        using FileStream device = new(Full, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 1);
        using StreamWriter full = new(device) { AutoFlush = true };
        using StringWriter output = new();
        using StringWriter error = new() { NewLine = "\n" };
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(full) });
        bool isError = expected.Length == 0;
        ParseResult result = CommandLineRoot.Create(CodecTool.Console(output), console).Parse(arguments);
        Assert.That(ExitCode.Run(result, new InvocationConfiguration { Output = isError ? output : full, Error = isError ? full : error }), Is.EqualTo(2));
        Assert.That(error.ToString(), Does.StartWith(expected.TrimEnd('\n')));
    }
}
