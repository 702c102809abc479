namespace Codec.Tests.Cli;

/// <summary>Tests the progress display of long operations, in a pseudo terminal.</summary>
[Platform(Exclude = "Win", Reason = "the terminal is that of script(1)")]
internal sealed partial class ProgressTests : ToolFixture
{
    private const string ShowCursor = "\e[?25h";

    // Exceeds the length above which progress is shown. The capture is a sparse file. Zeros follow the packets, so reading stops there.
    private const int LongFile = 80 * 1024 * 1024;

    [TestCase("replay CAPTURE TARGET --schema SCHEMA", "sent, ", 80)]
    [TestCase("replay CAPTURE TARGET > OUTPUT", "sent, ", 50)]
    [TestCase("stats LONG", "reading", 80)]
    [TestCase("decode LONG --schema SCHEMA -o OUTPUT", "reading", 80)]
    [TestCase("inspect LONG | cat", "reading", 50)]
    [TestCase("encode LONG --schema SCHEMA -o OUTPUT", "reading", 80)]
    public void Progress_fits_the_terminal_and_is_followed_by_a_visible_cursor(string command, string expected, int columns)
    {
        string shown = InTerminal(command, columns);
        Assert.That(shown, Does.Contain(expected).And.Contain("%").And.Contain(ShowCursor));
        Assert.That(shown.LastIndexOf(ShowCursor, StringComparison.Ordinal), Is.GreaterThan(shown.LastIndexOf(expected, StringComparison.Ordinal)));
        string[] lines = EscapeCode().Replace(shown[..shown.LastIndexOf(ShowCursor, StringComparison.Ordinal)], "").Split('\r', '\n');
        Assert.That(lines.Select(line => line.Length), Is.All.LessThan(columns));
    }

    [Test]
    public void A_pipe_is_read_only_once_if_progress_can_be_shown()
    {
        string shown = InTerminal("cat CAPTURE | TOOL replay /dev/stdin TARGET", 80);
        Assert.That(shown, Does.Match("received +3 "));
    }

    [Test]
    public void Errors_of_lines_are_shown_above_the_progress()
    {
        string shown = InTerminal("encode LONG --schema SCHEMA -o OUTPUT", 80, invalidLines: 5000);
        Assert.That(ErrorAboveProgress().Matches(shown).Select(match => match.Groups[1].Value), Is.EqualTo(Enumerable.Range(0, 9).Select(i => $"{(5000 * i) + 1}")));
    }

    [TestCase("inspect LONG")]
    [TestCase("replay CAPTURE TARGET 2> OUTPUT")]
    [TestCase("stats CAPTURE")]
    public void No_progress_is_shown_among_output_lines_in_a_file_or_for_short_work(string command)
    {
        Assert.That(InTerminal(command, 80), Does.Not.Contain(ShowCursor));
        Assert.That(File.Exists(Files.PathOf("output")) ? File.ReadAllText(Files.PathOf("output")) : "", Is.Empty);
    }

    [GeneratedRegex("\e\\[[?0-9;]*[A-Za-z=]|\e=|\e>")]
    private static partial Regex EscapeCode();

    // The progress is erased before each error.
    [GeneratedRegex("\e\\[Jcodec: line (\\d+): The packet has no id; ")]
    private static partial Regex ErrorAboveProgress();

    private string InTerminal(string command, int columns, int invalidLines = int.MaxValue)
    {
        ExternalProgram.Require("script");
        using EchoServer server = new();
        using (CaptureWriter writer = CaptureWriter.Create(CapturePath))
        {
            for (int i = 0; i < 3; i++)
            {
                writer.Append([0, 0, 1, 0], CaptureDirection.Outbound, 0, DateTimeOffset.UnixEpoch.AddMilliseconds(300 * i));
            }
        }

        string longFile = Files.PathOf("long");
        if (command.StartsWith("encode", StringComparison.Ordinal))
        {
            // Encoding takes long enough that the terminal shows the progress.
            string json = $"{{\"id\":1,\"bytes\":\"{new string('0', 2000)}\"}}";
            File.WriteAllLines(longFile, Enumerable.Range(1, LongFile / json.Length).Select(line => line % invalidLines == 1 ? "{}" : json));
        }
        else
        {
            File.Copy(CapturePath, longFile);
            using FileStream file = new(longFile, FileMode.Open);
            file.SetLength(LongFile);
        }

        string line = command.Replace("CAPTURE", CapturePath, StringComparison.Ordinal)
            .Replace("TARGET", $"{server.EndPoint}", StringComparison.Ordinal)
            .Replace("SCHEMA", Repository.PathOf("schemas", "game.fbs"), StringComparison.Ordinal)
            .Replace("LONG", longFile, StringComparison.Ordinal)
            .Replace("OUTPUT", Files.PathOf("output"), StringComparison.Ordinal);
        string tool = line.Contains("TOOL", StringComparison.Ordinal) ? line : $"TOOL {line}";
        string shell = $"stty cols {columns} rows 24; export TERM=xterm; {tool.Replace("TOOL", $"dotnet '{CodecTool.Path}'", StringComparison.Ordinal)}";
        (int exit, string output) = ExternalProgram.Run("script", "-qec", shell, "/dev/null");
        Assert.That(exit, Is.InRange(0, 2), output);
        return output;
    }
}
