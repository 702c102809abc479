using Spectre.Console;

namespace Codec.Tests.Cli;

/// <summary>Tests <c>codec gen wireshark</c> and <c>codec fmt</c>: exit codes, messages and files.</summary>
internal sealed class WireToolTests : TestFolderFixture
{
    [Test]
    public void The_generated_dissector_contains_the_format_and_the_ports()
    {
        string game = Repository.PathOf("schemas", "game.fbs");
        Assert.That(Run("gen", "wireshark", game, "-o", Folder).Exit, Is.Zero);
        Assert.That(File.ReadAllText(InFolder("game.lua")), Does.Contain("local ports = \"7777\"").And.Contain("size_width = 2, id_width = 2, size_first = true, big_endian = false, counted_header = 0, max_payload = 65535"));
        Assert.That(Run("gen", "wireshark", game, "-o", Folder, "--port", "1", "--port", "2", "--packet-format", "size=u32,order=id-size,endian=big,counts=packet,max=99").Exit, Is.Zero);
        Assert.That(File.ReadAllText(InFolder("game.lua")), Does.Contain("local ports = \"1,2\"").And.Contain("size_width = 4, id_width = 2, size_first = false, big_endian = true, counted_header = 6, max_payload = 99"));
    }

    [TestCase("My Game-2.fbs", "my_game_2.lua")]
    [TestCase("2d.fbs", "packets_2d.lua")]
    [TestCase("g.fbs", "packets_g.lua")]
    public void The_name_of_the_dissector_is_printed(string schema, string name)
    {
        string[] arguments = ["gen", "wireshark", Put(schema, "include \"packets.fbs\"; table A (packet_id: 1) { x:int; }"), "-o", Folder];
        Assert.That(CodecTool.RunHere(arguments), Is.EqualTo((0, $"{InFolder(name)} was written.\n", "")));
        Assert.That(File.Exists(InFolder(name)), Is.True);
        Assert.That(CodecTool.RunHere(arguments), Is.EqualTo((0, $"{InFolder(name)} was up to date.\n", "")));
    }

    [TestCase("--port", "0")]
    [TestCase("--port", "65536")]
    [TestCase("--port", "x")]
    [TestCase("--packet-format", "size=u9")]
    public void Invalid_ports_and_formats_are_rejected(string option, string value)
    {
        string[] arguments = ["gen", "wireshark", "a.fbs", "-o", Folder, option, value];
        Assert.That(CommandLineRoot.Create(AnsiConsole.Console, AnsiConsole.Console).Parse(arguments).Errors, Is.Not.Empty);
    }

    [Test]
    public void Check_names_the_files_that_are_not_formatted()
    {
        string good = Put("good.fbs", "table A {\n  x:int;\n}\n");
        string bad = Put("bad.fbs", "table A { x:int; }");
        Assert.That(Run("fmt", "--check", good), Is.EqualTo((0, "")));
        (int exit, string output) = Run("fmt", "--check", good, bad);
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.StartWith($"{bad}: is not formatted; run codec fmt without --check.\n    1 - table A {{ x:int; }} (no line end)\n    1 + table A {{\n    2 +   x:int;\n    3 + }}\n"));
        Assert.That(File.ReadAllText(bad), Is.EqualTo("table A { x:int; }"), "--check writes nothing");
        Assert.That(Run("fmt", good, bad), Is.EqualTo((0, $"{bad}: formatted.\n")));
        Assert.That(File.ReadAllText(bad), Is.EqualTo("table A {\n  x:int;\n}\n"));
        Assert.That(Run("fmt", good, bad), Is.EqualTo((0, "")));
    }

    [Test]
    public void A_name_that_starts_with_an_at_sign_is_a_file()
    {
        Put("@a.fbs", "table A { x:int; }");
        using ToolProcess tool = ToolProcess.Start([], Folder, ["fmt", "--check", "@a.fbs"]);
        Assert.That(tool.WaitForExit(), Is.EqualTo(1));
        Assert.That(tool.Output, Does.StartWith("@a.fbs: is not formatted; run codec fmt without --check.\n"));
    }

    [Test]
    public void A_schema_that_is_formatted_keeps_its_links_and_its_mode()
    {
        string schema = Put("linked.fbs", "table A { x:int; }");
        string link = File.CreateSymbolicLink(InFolder("link.fbs"), "linked.fbs").FullName;
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(schema, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupWrite);
        }

        Assert.That(Run("fmt", link), Is.EqualTo((0, $"{link}: formatted.\n")));
        Assert.That(File.ReadAllText(schema), Is.EqualTo("table A {\n  x:int;\n}\n"));
        Assert.That(new FileInfo(link).LinkTarget, Is.EqualTo("linked.fbs"));
        Assert.That(Directory.GetFiles(Folder, "linked*"), Has.Length.EqualTo(1));
        if (!OperatingSystem.IsWindows())
        {
            Assert.That(File.GetUnixFileMode(schema), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupWrite));
        }
    }

    [Test]
    [Platform("Linux,MacOsX", Reason = "the test limits the size of files in a shell")]
    public void A_schema_is_unchanged_if_the_disk_is_full()
    {
        string text = $"table A {{ {string.Concat(Enumerable.Range(0, 3000).Select(i => $"f{i}:int;"))} }}";
        string schema = Put("large.fbs", text);
        using ToolProcess tool = ToolProcess.StartLimited("trap '' XFSZ; ulimit -f 32", "fmt", schema);
        Assert.That((tool.WaitForExit(), tool.Errors), Is.EqualTo((2, "codec: error: The file system, or a limit of the process, does not allow files of this size.\n")));
        Assert.That(File.ReadAllText(schema), Is.EqualTo(text));
        Assert.That(Directory.GetFiles(Folder, "large*"), Has.Length.EqualTo(1));
    }

    [Test]
    public void If_one_schema_has_an_error_no_schema_is_changed()
    {
        string invalid = Put("invalid.fbs", "table A { x:int }");
        string other = Put("other.fbs", "table A { x:int; }");
        (int exit, string output) = Run("fmt", other, invalid);
        Assert.That(exit, Is.EqualTo(2));
        Assert.That(output, Does.StartWith($"{invalid}(1,17): error CODEC001: Expected ';'"));
        Assert.That(File.ReadAllText(invalid), Is.EqualTo("table A { x:int }"));
        Assert.That(File.ReadAllText(other), Is.EqualTo("table A { x:int; }"));
        Assert.That(Run("fmt", "--check", invalid).Exit, Is.EqualTo(2));
        (exit, output) = Run("fmt", InFolder("none.fbs"));
        Assert.That(exit, Is.EqualTo(2));
        Assert.That(output, Does.StartWith("codec: error: "));
    }

    [Test]
    public void Standard_input_is_formatted_to_standard_output()
    {
        Assert.That(CodecTool.Run("table A { x:int; }"u8.ToArray(), "fmt", "-"), Is.EqualTo((0, "table A {\n  x:int;\n}\n", "")));
        Assert.That(CommandLineRoot.Create(AnsiConsole.Console, AnsiConsole.Console).Parse(["fmt", "-", "a.fbs"]).Errors, Is.Not.Empty);
    }

    [Test]
    public void Help_has_an_example_and_no_escape_codes([ValueSource(nameof(Commands))] string command)
    {
        using StringWriter help = new();
        int exit = CommandLineRoot.Create(AnsiConsole.Console, AnsiConsole.Console).Parse([.. command.Split(' '), "--help"]).Invoke(new() { Output = help });
        Assert.That(exit, Is.Zero);
        Assert.That(string.Join(' ', help.ToString().Split((char[])[' ', '\n', '\r'], StringSplitOptions.RemoveEmptyEntries)), Does.Contain("Example: codec " + command + " "));
        AssertFitsScreen(help.ToString());
        Assert.That(help.ToString().Contains('\u001b', StringComparison.Ordinal), Is.False);
    }

    [Test]
    public void The_help_lists_the_commands_on_one_screen()
    {
        (int exit, string help) = Run("--help");
        Assert.That((exit, Run()), Is.EqualTo((0, (2, help))));
        AssertFitsScreen(help);
        Assert.That(help, Does.Match(@"(?s)\n\nSchemas\n  gen csharp\|cpp\|wireshark .*\n\nTraffic\n  inspect FILE +Print .*\n  replay CAPTURE TARGET +Send one side of a capture, [^\n]*\n$"));
    }

    // The shell needs the last row.
    private static void AssertFitsScreen(string help)
    {
        string[] lines = help.TrimEnd('\n').Split('\n');
        Assert.That(lines, Has.Length.LessThan(24), help);
        Assert.That(lines.Select(line => line.Length), Is.All.LessThanOrEqualTo(80), help);
    }

    private static IEnumerable<string> Commands() => CommandLineRoot.Create(AnsiConsole.Console, AnsiConsole.Console).Subcommands
        .SelectMany(command => command.Subcommands.Count > 0 ? command.Subcommands.Select(child => $"{command.Name} {child.Name}") : [command.Name]);

    private static (int Exit, string Output) Run(params string[] arguments)
    {
        (int exit, string output, string error) = CodecTool.RunHere(arguments);
        return (exit, output + error);
    }
}
