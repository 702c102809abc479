using System;
using System.IO;
using System.Text;
using Spectre.Console;

namespace Codec.Bench;

/// <summary>Makes the console that the tables are written to: with colours for a terminal that has them, and plain text for everything else.</summary>
internal static class BenchConsole
{
    /// <summary>A file or a pipe has no width; the widest tables are made for this one.</summary>
    internal const int RedirectedWidth = 140;

    /// <summary>Makes the console for the standard output of this process.</summary>
    internal static IAnsiConsole ForStandardOutput() => Create(
        Console.Out,
        Console.IsOutputRedirected ? RedirectedWidth : null,
        IsPlain(Console.IsOutputRedirected, Environment.GetEnvironmentVariable("NO_COLOR"), Environment.GetEnvironmentVariable("TERM")));

    /// <summary>Returns whether the output gets no escape codes: not into a file or a pipe, and not if the user or the terminal says so (no-color.org).</summary>
    internal static bool IsPlain(bool isRedirected, string? noColor, string? term) => isRedirected || !string.IsNullOrEmpty(noColor) || term == "dumb";

    /// <summary>Makes a console for a writer.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="width">The width in characters, or <see langword="null"/> to ask the terminal.</param>
    /// <param name="isPlain">Whether the console writes text alone.</param>
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

    /// <summary>Is no terminal whatever it writes to: Spectre.Console sets the colours of a terminal without escape codes through the system's console.</summary>
    private sealed class PlainOutput(AnsiConsoleOutput output) : IAnsiConsoleOutput
    {
        public TextWriter Writer => output.Writer;

        public bool IsTerminal => false;

        public int Width => output.Width;

        public int Height => output.Height;

        public void SetEncoding(Encoding encoding) => output.SetEncoding(encoding);
    }
}
