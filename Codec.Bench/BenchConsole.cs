using System;
using System.IO;
using System.Text;
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

    /// <summary>Creates a console for a writer.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="width">The width in characters, or <see langword="null"/> to use that of the terminal.</param>
    /// <param name="isPlain">Whether the console writes only text.</param>
    internal static IAnsiConsole Create(TextWriter writer, int? width, bool isPlain)
    {
        AnsiConsoleOutput output = new(writer);
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = isPlain ? AnsiSupport.No : AnsiSupport.Detect,
            ColorSystem = isPlain ? ColorSystemSupport.NoColors : ColorSystemSupport.Detect,
            Interactive = InteractionSupport.No,
            Out = isPlain ? new PlainOutput(output) : output,
        });
        console.Profile.Width = width ?? console.Profile.Width;
        return console;
    }

    // Never a terminal: on a terminal without escape codes, Spectre.Console would set colours through the system's console.
    private sealed class PlainOutput(AnsiConsoleOutput output) : IAnsiConsoleOutput
    {
        public TextWriter Writer => output.Writer;

        public bool IsTerminal => false;

        public int Width => output.Width;

        public int Height => output.Height;

        public void SetEncoding(Encoding encoding) => output.SetEncoding(encoding);
    }
}
