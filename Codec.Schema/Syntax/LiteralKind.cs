namespace Codec.Schema.Syntax;

/// <summary>Forms of a constant.</summary>
internal enum LiteralKind
{
    Integer,
    Real,
    Text,
    Name,
    EmptyVector,
    Call,
}
