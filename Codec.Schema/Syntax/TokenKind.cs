namespace Codec.Schema.Syntax;

/// <summary>What the lexer tells apart; keywords are identifiers, because fields may have their names.</summary>
internal enum TokenKind
{
    EndOfFile,
    Identifier,
    Integer,
    Real,
    Text,
    Punctuation,
}
