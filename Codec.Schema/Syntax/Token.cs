using System.Collections.Generic;
using Codec.Schema.Diagnostics;

namespace Codec.Schema.Syntax;

/// <summary>A word of a schema.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">As written; a string without quotes and with its escapes resolved.</param>
/// <param name="Start">Index of its first UTF-16 unit.</param>
/// <param name="Length">UTF-16 units in the file.</param>
/// <param name="Documentation">The documentation comment before it; null when there is none.</param>
internal readonly record struct Token(TokenKind Kind, string Text, int Start, int Length, IReadOnlyList<string>? Documentation)
{
    internal int End => Start + Length;

    internal bool Is(char punctuation) => Kind == TokenKind.Punctuation && Text[0] == punctuation;

    /// <summary>The token as a message names it.</summary>
    internal string Describe() => Kind switch
    {
        TokenKind.EndOfFile => "the end of the file",
        TokenKind.Text => "a string",
        _ => $"'{MessageText.Shorten(Text)}'",
    };
}
