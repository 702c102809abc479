namespace Codec.Schema.Syntax;

/// <summary>The forms of a constant.</summary>
internal enum LiteralKind
{
    Integer,
    Real,
    Text,
    Name,
    EmptyVector,
    Call,
}
