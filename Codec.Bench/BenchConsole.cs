using Spectre.Console;

namespace Codec.Bench;

/// <summary>Creates the console for tables: with colours if the terminal supports them, and with plain text otherwise.</summary>
internal static class BenchConsole
{
    // For files and pipes, in characters. The widest tables fit.
    private const int RedirectedWidth = 140;

    /// <summary>
    /// Creates the console for the standard output. Files, pipes, dumb terminals and NO_COLOR (no-color.org) get text without escape codes.
    /// </summary>
    internal static IAnsiConsole ForStandardOutput() => Create(
        Console.Out,
        Console.IsOutputRedirected ? RedirectedWidth : null,
        Console.IsOutputRedirected || !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR")) || Environment
            .GetEnvironmentVariable("TERM") == "dumb");

    internal static IAnsiConsole Create(TextWriter writer, int? width, bool isPlain)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = isPlain ? AnsiSupport.No : AnsiSupport.Detect,
            ColorSystem = isPlain ? ColorSystemSupport.NoColors : ColorSystemSupport.Detect,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(writer),
        });
        console.Profile.Width = width ?? console.Profile.Width;
        return console;
    }
}
