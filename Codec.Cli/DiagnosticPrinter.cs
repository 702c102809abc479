using System;
using System.IO;
using Codec.Schema.Diagnostics;
using Spectre.Console;

namespace Codec.Cli;

/// <summary>Prints diagnostics as a compiler does: the place and message, then the line with the piece marked.</summary>
/// <param name="console">Where to.</param>
/// <param name="files">Where the lines come from.</param>
public sealed class DiagnosticPrinter(IAnsiConsole console, SchemaFiles files)
{
    /// <summary>Prints one.</summary>
    /// <param name="diagnostic">What is wrong.</param>
    public void Print(SchemaDiagnostic diagnostic)
    {
        SourceSpan span = diagnostic.Span;
        bool isError = diagnostic.Rule.Severity == SchemaSeverity.Error;
        Style mark = new(isError ? Color.Red : Color.Yellow);
        Write($"{Shown(span.Path)}({span.Line},{span.Column}): ", new Style(decoration: Decoration.Bold));
        Write($"{(isError ? "error" : "warning")} {diagnostic.Rule.Id}: ", mark);
        Write(diagnostic.Message, Style.Plain);
        console.WriteLine();

        // Each tab is one space, so that the mark stands under what it marks.
        string number = $"{span.Line,5} | ";
        Write(number + files.Line(span.Path, span.Line).Replace('\t', ' '), Style.Plain);
        console.WriteLine();
        Write(new string(' ', number.Length - 2) + "| " + new string(' ', span.Column - 1), Style.Plain);
        Write("^" + new string('~', Math.Max(0, span.Length - 1)), mark);
        console.WriteLine();
    }

    /// <summary>The path from where the user is, unless the file lies elsewhere.</summary>
    private static string Shown(string path)
    {
        string relative = Path.GetRelativePath(Environment.CurrentDirectory, path);
        return relative.StartsWith("..", StringComparison.Ordinal) ? path : relative;
    }

    private void Write(string text, Style style) => console.Write(new Text(text, style));
}
