namespace Codec.Schema.Syntax;

/// <summary>A token of a schema.</summary>
/// <param name="Kind">The kind of token.</param>
/// <param name="Text">The text as written; for a string, without quotes and with resolved escapes.</param>
/// <param name="Start">The index of its first UTF-16 unit.</param>
/// <param name="Length">The number of UTF-16 units in the file.</param>
/// <param name="Documentation">The documentation comment before it; null if there is none.</param>
internal readonly record struct Token(TokenKind Kind, string Text, int Start, int Length, IReadOnlyList<string>? Documentation)
{
    internal int End => Start + Length;

    internal bool Is(char punctuation) => Kind == TokenKind.Punctuation && Text[0] == punctuation;

    /// <summary>Returns the token as messages describe it.</summary>
    internal string Describe() => Kind switch
    {
        TokenKind.EndOfFile => "the end of the file",
        TokenKind.Text => "a string",
        _ => $"'{MessageText.Shorten(Text)}'",
    };
}
