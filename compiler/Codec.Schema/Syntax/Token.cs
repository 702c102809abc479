namespace Codec.Schema.Syntax;

/// <summary>A token of a schema. <paramref name="Documentation"/> is the documentation comment before it; null if there is none.</summary>
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
