namespace Codec.Schema.Syntax;

internal enum LiteralKind
{
    Integer,
    Real,
    Text,
    Name,
    EmptyVector,
    Call,
}
