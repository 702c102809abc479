namespace Codec.Interpreter;

/// <summary>A union of the schema, prepared for reading and writing payloads.</summary>
internal sealed class PayloadUnion(UnionDefinition definition, PayloadNames names)
{
    public string FullName => definition.FullName;
    public ScalarKind Scalar => definition.Underlying;

    /// <summary>Gets the size of the union's type, in bytes.</summary>
    public int TypeSize => Type.Size;

    public PayloadNames Names => names;

    public PayloadType Type { get; } = new()
    {
        Kind = TypeKind.Enum,
        Scalar = definition.Underlying,
        Size = ScalarType.Of(definition.Underlying).Size,
        Alignment = ScalarType.Of(definition.Underlying).Size,
        Names = names,
    };

    /// <summary>Gets the types of the members by number.</summary>
    public Dictionary<ulong, PayloadType> Members { get; } = [];

    /// <summary>Loads an element of a vector of types.</summary>
    public ulong TypeAt(ReadOnlySpan<byte> buffer, int types, int index) => PayloadNumbers.Load(buffer[(types + (TypeSize * index))..], Scalar);
}
