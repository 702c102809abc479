namespace Codec.Schema.Syntax;

/// <summary>The kinds of tokens. Keywords are identifiers, because fields may have their names.</summary>
internal enum TokenKind
{
    EndOfFile,
    Identifier,
    Integer,
    Real,
    Text,
    Punctuation,
}
