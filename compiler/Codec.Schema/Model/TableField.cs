namespace Codec.Schema.Model;

/// <summary>A field of a table. A union, or a vector of unions, is one field in the model and two fields on the wire.</summary>
public sealed record TableField : FieldDefinition
{
    /// <summary>Gets the index of the field's entry in the vtable, from 0. For a union, this is the entry of its value, not of its type.</summary>
    public required int Id { get; init; }

    /// <summary>Gets the offset of the field's entry from the start of the vtable, in bytes: 4 + 2 × <see cref="Id"/>.</summary>
    public int VTableOffset => 4 + (2 * Id);

    /// <summary>Gets the id of the type field of a union, or of the vector of types of a vector of unions: <see cref="Id"/> - 1. For other types, -1.</summary>
    public int UnionTypeId => HasUnionType ? Id - 1 : -1;

    /// <summary>Gets whether a type field precedes this field. Its name is <see cref="Declaration.Name"/> followed by <c>_type</c>.</summary>
    public bool HasUnionType => Type.Kind == TypeKind.Union || Type is { Kind: TypeKind.Vector, Element.Kind: TypeKind.Union };

    /// <summary>Gets the meaning of a missing field.</summary>
    public required FieldPresence Presence { get; init; }

    /// <summary>Gets the default of a scalar or enum whose presence is Default; otherwise null.</summary>
    public ScalarValue? Default { get; init; }

    /// <summary>Gets the declared default of a string; otherwise null.</summary>
    public string? DefaultText { get; init; }

    /// <summary>Gets whether a vector declares <c>= []</c>: if it is missing, it is empty instead of null.</summary>
    public bool DefaultIsEmptyVector { get; init; }

    /// <summary>Gets whether the field is no longer written or read. Its id remains reserved.</summary>
    public bool IsDeprecated { get; init; }

    /// <summary>
    /// Gets the full name of the root of a nested buffer, which a <c>[ubyte]</c> with <c>nested_flatbuffer</c> contains; otherwise null. As in flatc, it
    /// may be a struct.
    /// </summary>
    public string? NestedFlatBuffer { get; init; }

    /// <summary>
    /// Gets <see cref="NestedFlatBuffer"/> if it is a table; otherwise null. A buffer cannot have a struct as its root, so such a field contains plain bytes.
    /// </summary>
    public string? NestedTable { get; init; }

    /// <summary>Gets whether a <c>[ubyte]</c> contains a FlexBuffer.</summary>
    public bool IsFlexBuffer { get; init; }

    /// <summary>Gets the alignment in bytes that <c>force_align</c> sets for the elements of a vector; 0 if it is not set.</summary>
    public int ForceAlign { get; init; }

    /// <summary>Gets the alignment of a vector's elements in bytes.</summary>
    internal int VectorAlignment => Math.Max(ForceAlign, UsualVectorAlignment);

    /// <summary>Gets the alignment of a vector's elements without <c>force_align</c>, in bytes. It is at least 4, that of the length before them.</summary>
    internal int UsualVectorAlignment => UsualAlignment(Type.Element?.InlineAlignment ?? 1);

    /// <summary>Returns <see cref="UsualVectorAlignment"/> for elements with an alignment in bytes.</summary>
    internal static int UsualAlignment(int elementAlignment) => Math.Max(4, elementAlignment);

    /// <summary>Gets whether the field is stored as a 64-bit offset (<c>offset64</c> or <c>vector64</c>).</summary>
    public bool IsOffset64 { get; init; }

    /// <summary>Gets whether the length of the vector has 64 bits (<c>vector64</c>).</summary>
    public bool IsVector64 { get; init; }
}
