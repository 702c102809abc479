using System;
using System.CommandLine;
using System.IO;
using Codec.Cli;
using NUnit.Framework;
using Spectre.Console;

namespace Codec.Tests.Cli;

/// <summary>The tool <c>codec</c>: exit codes, messages and files.</summary>
public sealed partial class CodecToolTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("codec").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void Messages_are_those_of_a_compiler()
    {
        string schema = Put("bad.fbs", "table T {\n\tx:int = 300;\n\tname:Strin; [\n}\n");
        (int exit, string output) = Run("gen", "cpp", schema, "-o", InFolder("out"));
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Is.EqualTo($"""
            {schema}(3,14): error CODEC001: Expected a field's name or '{'}'}', found '['.
                3 |  name:Strin; [
                  |              ^

            """));
        Assert.That(Directory.Exists(InFolder("out")), Is.False);
    }

    [Test]
    public void A_mark_is_as_long_as_what_it_marks()
    {
        string schema = Put("bad.fbs", "table T { x:Unknown; y:ubyte = 256; }");
        (int exit, string output) = Run("gen", "csharp", schema, "-o", _folder);
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.Contain("      |                                ^~~\n").And.Contain("      |             ^~~~~~~\n"));
    }

    [Test]
    public void Warnings_are_shown_and_do_not_fail()
    {
        (int exit, string output) = Run("gen", "cpp", Put("a.fbs", "enum E:byte (bit_flags) { a }"), "-o", _folder);
        Assert.That(exit, Is.Zero);
        Assert.That(output, Does.Contain("(1,6): warning CODEC080: "));
    }

    [TestCase("cpp", "game_packets.hpp")]
    [TestCase("csharp", "Game.Login.g.cs")]
    public void Check_accepts_what_was_written_and_nothing_else(string language, string file)
    {
        string[] arguments = ["gen", language, Repository.PathOf("schemas", "game.fbs"), Repository.PathOf("schemas", "packets.fbs"), "-o", _folder];
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
        Assert.That(output, Does.Contain($"{InFolder(file)}: is not what the schemas say").And.Not.Contain("is missing"));

        Assert.That(Run(arguments).Output, Does.StartWith("1 of "), "only what changed is written");
        Assert.That(Run(check).Exit, Is.Zero);
    }

    [Test]
    public void A_file_that_is_not_there_is_said_so()
    {
        (int exit, string output) = Run("gen", "cpp", InFolder("none.fbs"), "-o", _folder);
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.StartWith("codec: error: ").And.Contain("none.fbs"));
    }

    [Test]
    public void Two_schemas_for_one_header_are_refused_by_name()
    {
        string first = Put("a/x.fbs", "table A { x:int; }");
        string second = Put("b/X.fbs", "table B { x:int; }");
        (int exit, string output) = Run("gen", "cpp", first, second, "-o", InFolder("out"));
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.Contain("(1,1): error CODEC070: ").And.Contain(first).And.Contain(second));
        Assert.That(Directory.Exists(InFolder("out")), Is.False);
        Assert.That(Run("gen", "csharp", first, second, "-o", InFolder("out")).Exit, Is.Zero, "C# has a file for each type");
    }

    [TestCase("", "out", "shared")]
    [TestCase(" ", "out", "shared")]
    [TestCase("a.fbs", "", "shared")]
    [TestCase("a.fbs", "out", "")]
    public void An_empty_path_is_a_bad_argument(string schema, string output, string include)
    {
        string[] arguments = ["gen", "csharp", schema, "-o", output, "-I", include];
        Assert.That(CommandLineRoot.Create(AnsiConsole.Console, AnsiConsole.Console).Parse(arguments).Errors, Has.One.Property("Message").Contains("is empty; expected"));

        using StringWriter error = new();
        int exit = CommandLineRoot.Create(AnsiConsole.Console, AnsiConsole.Console).Parse(arguments).Invoke(new InvocationConfiguration { Output = TextWriter.Null, Error = error });
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(error.ToString(), Does.Contain("is empty; expected").And.Not.Contain("   at "));
    }

    [Test]
    public void What_is_left_of_a_type_that_is_gone_is_found()
    {
        string schema = Put("a.fbs", "table A { x:int; } table B { x:int; }");
        Assert.That(Run("gen", "csharp", schema, "-o", _folder).Output, Does.StartWith("2 of 2 ").And.Not.Contain("delete"));
        Put("Mine.g.cs", "// <auto-generated>\n// by something else\n// </auto-generated>\n");
        Put("a.fbs", "table A { x:int; }");

        (int exit, string output) = Run("gen", "csharp", schema, "-o", _folder, "--check");
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Is.EqualTo($"{InFolder("B.g.cs")}: is of no type of these schemas; delete it.\n"));

        (exit, output) = Run("gen", "csharp", schema, "-o", _folder);
        Assert.That(exit, Is.Zero);
        Assert.That(output, Does.StartWith("0 of 1 ").And.EndWith($"\n{InFolder("B.g.cs")}: is of no type of these schemas, but of an earlier run; delete it.\n"));
        Assert.That(File.Exists(InFolder("B.g.cs")), Is.True, "nothing is deleted");

        File.Delete(InFolder("B.g.cs"));
        Assert.That(Run("gen", "csharp", schema, "-o", _folder, "--check"), Is.EqualTo((0, "")));
    }

    [Test]
    public void A_header_of_another_run_is_left_alone()
    {
        Assert.That(Run("gen", "cpp", Put("a.fbs", "table A { x:int; }"), "-o", _folder).Exit, Is.Zero);
        string other = Put("b.fbs", "table B { x:int; }");
        Assert.That(Run("gen", "cpp", other, "-o", _folder).Exit, Is.Zero);
        Assert.That(Run("gen", "cpp", other, "-o", _folder, "--check"), Is.EqualTo((0, "")));
    }

    private string InFolder(string path) => Path.Combine(_folder, path);

    private string Put(string path, string text)
    {
        string full = InFolder(path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
        return full;
    }

    /// <summary>Runs the tool and gives its exit code and what it wrote, errors last.</summary>
    private static (int Exit, string Output) Run(params string[] arguments)
    {
        (int exit, string output, string error) = RunApart(arguments);
        return (exit, output + error);
    }

    private static (int Exit, string Output, string Error) RunApart(params string[] arguments)
    {
        using StringWriter output = new() { NewLine = "\n" };
        using StringWriter error = new() { NewLine = "\n" };
        int exit = CommandLineRoot.Create(Console(output), Console(error)).Parse(arguments).Invoke();
        return (exit, output.ToString(), error.ToString());
    }

    private static IAnsiConsole Console(StringWriter writer)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(writer) });
        console.Profile.Width = short.MaxValue;
        return console;
    }
}
