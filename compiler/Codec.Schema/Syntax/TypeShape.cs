namespace Codec.Schema.Syntax;

/// <summary>The syntactic form of a type.</summary>
internal enum TypeShape
{
    Plain,
    Vector,
    Array,
}
