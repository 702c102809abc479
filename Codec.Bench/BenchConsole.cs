using System;
using System.IO;
using System.Text;
using Spectre.Console;

namespace Codec.Bench;

/// <summary>Creates the console for tables: with colours if the terminal supports them, and with plain text otherwise.</summary>
internal static class BenchConsole
{
    /// <summary>The width for files and pipes, in characters. The widest tables fit.</summary>
    internal const int RedirectedWidth = 140;

    /// <summary>Creates the console for the standard output of this process.</summary>
    internal static IAnsiConsole ForStandardOutput() => Create(
        Console.Out,
        Console.IsOutputRedirected ? RedirectedWidth : null,
        IsPlain(Console.IsOutputRedirected, Environment.GetEnvironmentVariable("NO_COLOR"), Environment.GetEnvironmentVariable("TERM")));

    /// <summary>Writes a line to the standard output. A terminal gets it broken between words; a file or a pipe gets it in one piece.</summary>
    internal static void WriteLine(string text)
    {
        if (Console.IsOutputRedirected)
        {
            Console.Out.WriteLine(text);
        }
        else
        {
            AnsiConsole.WriteLine(text);
        }
    }

    /// <summary>
    /// Returns whether the output must not contain escape codes: if it is a file or a pipe, or if the user or the terminal disables them
    /// (no-color.org).
    /// </summary>
    internal static bool IsPlain(bool isRedirected, string? noColor, string? term) => isRedirected || !string.IsNullOrEmpty(noColor) || term == "dumb";

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

    /// <summary>
    /// An output that is never a terminal. On a terminal without escape codes, Spectre.Console would set colours through the system's console.
    /// </summary>
    private sealed class PlainOutput(AnsiConsoleOutput output) : IAnsiConsoleOutput
    {
        public TextWriter Writer => output.Writer;

        public bool IsTerminal => false;

        public int Width => output.Width;

        public int Height => output.Height;

        public void SetEncoding(Encoding encoding) => output.SetEncoding(encoding);
    }
}
