namespace Codec.Schema.Format;

/// <summary>A token of a schema, with the comments before it.</summary>
/// <param name="Token">The token.</param>
/// <param name="Text">The characters of the token in the file.</param>
/// <param name="Comments">The comments between the previous token and this one.</param>
/// <param name="LinesBefore">The number of line breaks between the last comment, or the previous token, and this one.</param>
/// <param name="IsAdjacent">Whether the token follows the previous one without any characters between them.</param>
/// <param name="IsInParentheses">Whether the token is after a '(' and not after its ')'.</param>
internal sealed record FormatToken(Token Token, string Text, IReadOnlyList<CommentText> Comments, int LinesBefore, bool IsAdjacent, bool IsInParentheses)
{
    internal bool Is(char punctuation) => Token.Is(punctuation);

    internal bool IsAny(string punctuation) => Token.Kind == TokenKind.Punctuation && punctuation.IndexOf(Text[0]) >= 0;

    internal bool IsWord => Token.Kind == TokenKind.Identifier;
    internal bool IsEnd => Token.Kind == TokenKind.EndOfFile;
}
