using Spectre.Console.Rendering;

namespace Codec.Cli;

/// <summary>Prints diagnostics like a compiler: the position and message, then the source line with the span marked.</summary>
internal sealed class DiagnosticPrinter(IAnsiConsole console, Func<string, string> textOf, Func<string, string> nameOf)
{
    // The largest number of characters that are shown of a longer line, and of those before it: its number, and two ellipses.
    private const int MaxExcerpt = 100;
    private const int Margin = 10;

    private int ExcerptLength => Math.Max(Margin, Math.Min(MaxExcerpt, console.Profile.Width - Margin));

    /// <summary>Prints the diagnostics of a compilation, and the number of diagnostics that are not shown.</summary>
    public void Print(SchemaResult result)
    {
        foreach (SchemaDiagnostic diagnostic in result.Diagnostics)
        {
            Print(diagnostic);
        }

        int more = result.DiagnosticCount - result.Diagnostics.Count;
        if (more > 0)
        {
            string least = result.DiagnosticCount >= SchemaCompiler.MaxFound ? "at least " : "";
            Write($"codec: {least}{more} more {(more == 1 ? "diagnostic is" : "diagnostics are")} not shown.", Style.Plain);
            console.WriteLine();
        }
    }

    private void Print(SchemaDiagnostic diagnostic)
    {
        bool isError = diagnostic.Rule.Severity == SchemaSeverity.Error;
        Print(diagnostic.Span, $"{(isError ? "error" : "warning")} {diagnostic.Rule.Id}", new Style(isError ? Color.Red : Color.Yellow), diagnostic.Message);
    }

    public void Print(SourceSpan span, string label, Style mark, string message)
    {
        console.Write(new Paragraph($"{nameOf(span.Path)}({span.Line},{span.Column}): ", new Style(decoration: Decoration.Bold))
            .Append(label + ": ", mark).Append(message, Style.Plain));
        console.WriteLine();

        (string before, string marked, string after) = Excerpt(textOf(span.Path), span);
        string number = $"{span.Line,5} | ";
        Write(number + before + marked + after, Style.Plain);
        console.WriteLine();
        Write(new string(' ', number.Length - 2) + "| " + new string(' ', Cells(before)), Style.Plain);
        Write("^" + new string('~', Math.Max(0, Cells(marked) - 1)), mark);
        console.WriteLine();
    }

    /// <summary>
    /// Splits the line of a span into the text before the span, the span, and the text after it. A long line is truncated around the start of
    /// the span, and an ellipsis replaces the removed text.
    /// </summary>
    private (string Before, string Marked, string After) Excerpt(string text, SourceSpan span)
    {
        int start = span.Start - (span.Column - 1);
        int end = text.AsSpan(span.Start).IndexOfAny('\r', '\n');
        end = end < 0 ? text.Length : span.Start + end;
        int from = end - start <= ExcerptLength ? start : Math.Max(start, Math.Min(span.Start - (ExcerptLength / 2), end - ExcerptLength));
        int to = Math.Min(end, from + ExcerptLength);

        // A surrogate pair must not be split.
        from += from > start && char.IsLowSurrogate(text[from]) ? 1 : 0;
        to -= to < end && char.IsLowSurrogate(text[to]) ? 1 : 0;
        int markedEnd = Math.Clamp(span.Start + span.Length, span.Start, to);
        return (
            (from > start ? "…" : "") + MessageText.Printable(text[from..span.Start]),
            MessageText.Printable(text[span.Start..markedEnd]),
            MessageText.Printable(text[markedEnd..to]) + (to < end ? "…" : ""));
    }

    /// <summary>Returns the number of terminal columns of a text. A wide character has two columns.</summary>
    private static int Cells(string text) => new Segment(text).CellCount();

    private void Write(string text, Style style) => console.Write(new Text(text, style));
}
