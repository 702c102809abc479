namespace Codec.Schema.Syntax;

/// <summary>How a type is written.</summary>
internal enum TypeShape
{
    Plain,
    Vector,
    Array,
}
