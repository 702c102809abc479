namespace Codec.Schema.Syntax;

/// <summary>The text of a file and the positions of its lines.</summary>
internal sealed class SourceText
{
    private static readonly char[] LineEnds = ['\r', '\n'];

    private readonly List<int> _lineStarts;

    internal SourceText(SchemaSource source)
    {
        Path = source.Path;
        Text = source.Text;

        // Editors do not show a byte order mark, so the character after it has column 1.
        _lineStarts = [Text.StartsWith("\uFEFF", StringComparison.Ordinal) ? 1 : 0];
        for (int i = 0; i < Text.Length; i++)
        {
            // As in editors, a carriage return without a line feed also ends a line.
            if (Text[i] == '\n' || (Text[i] == '\r' && (i + 1 == Text.Length || Text[i + 1] != '\n')))
            {
                _lineStarts.Add(i + 1);
            }
        }
    }

    internal string Path { get; }
    internal string Text { get; }

    internal bool IsLineStart(int position) => _lineStarts.BinarySearch(position) >= 0;

    /// <summary>Returns the span of a range. The span is truncated at the end of the first line.</summary>
    internal SourceSpan Span(int start, int length)
    {
        start = Math.Max(start, _lineStarts[0]);
        int found = _lineStarts.BinarySearch(start);
        int line = found >= 0 ? found : ~found - 1;
        length = Math.Min(length, Text.Length - start);
        int lineEnd = Text.IndexOfAny(LineEnds, start, length);
        return new SourceSpan(Path, start, lineEnd < 0 ? length : lineEnd - start, line + 1, start - _lineStarts[line] + 1);
    }

    internal SourceSpan Span(SyntaxText text) => Span(text.Start, text.Length);
}
