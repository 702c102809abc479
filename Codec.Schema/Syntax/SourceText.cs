using System;
using System.Collections.Generic;
using Codec.Schema.Diagnostics;

namespace Codec.Schema.Syntax;

/// <summary>A file's text with its lines.</summary>
internal sealed class SourceText
{
    private readonly List<int> _lineStarts;

    internal SourceText(SchemaSource source)
    {
        Path = source.Path;
        Text = source.Text;

        // An editor shows no byte order mark: the character after it has column 1.
        _lineStarts = [Text.StartsWith("\uFEFF", StringComparison.Ordinal) ? 1 : 0];
        for (int i = 0; i < Text.Length; i++)
        {
            // A carriage return alone ends a line too, as in editors.
            if (Text[i] == '\n' || (Text[i] == '\r' && (i + 1 == Text.Length || Text[i + 1] != '\n')))
            {
                _lineStarts.Add(i + 1);
            }
        }
    }

    internal string Path { get; }

    internal string Text { get; }

    /// <summary>Whether a line starts here.</summary>
    internal bool IsLineStart(int position) => _lineStarts.BinarySearch(position) >= 0;

    /// <summary>The span of a piece; what lies past the first line's end is cut off.</summary>
    internal SourceSpan Span(int start, int length)
    {
        start = Math.Max(start, _lineStarts[0]);
        int found = _lineStarts.BinarySearch(start);
        int line = found >= 0 ? found : ~found - 1;
        length = Math.Min(length, Text.Length - start);
        int lineEnd = Text.IndexOfAny(['\r', '\n'], start, length);
        return new SourceSpan(Path, start, lineEnd < 0 ? length : lineEnd - start, line + 1, start - _lineStarts[line] + 1);
    }

    internal SourceSpan Span(SyntaxName name) => Span(name.Start, name.Length);

    internal SourceSpan Span(LiteralSyntax literal) => Span(literal.Start, literal.Length);
}
