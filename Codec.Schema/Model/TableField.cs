namespace Codec.Schema.Model;

/// <summary>A field of a table. A union, or a vector of unions, is one field here and two on the wire.</summary>
public sealed record TableField : FieldDefinition
{
    /// <summary>Index of the field's entry in the vtable, from 0; of a union's value, not of its type.</summary>
    public required int Id { get; init; }

    /// <summary>Bytes from the vtable's start to the field's entry: 4 + 2 × <see cref="Id"/>.</summary>
    public int VTableOffset => 4 + (2 * Id);

    /// <summary>
    /// For a union the id of its type field, and for a vector of unions that of its vector of types: <see cref="Id"/> - 1. For other types -1.
    /// </summary>
    public int UnionTypeId => HasUnionType ? Id - 1 : -1;

    /// <summary>Whether a type field named <see cref="FieldDefinition.Name"/> with <c>_type</c> after it stands before this one.</summary>
    public bool HasUnionType => Type.Kind == TypeKind.Union || Type is { Kind: TypeKind.Vector, Element.Kind: TypeKind.Union };

    /// <summary>What a missing field means.</summary>
    public required FieldPresence Presence { get; init; }

    /// <summary>The default of a scalar or enum whose presence is Default; else null.</summary>
    public ScalarValue? Default { get; init; }

    /// <summary>The default of a string that declares one; else null.</summary>
    public string? DefaultText { get; init; }

    /// <summary>Whether a vector declares <c>= []</c>: missing means empty, not null.</summary>
    public bool DefaultIsEmptyVector { get; init; }

    /// <summary>Whether the field is no longer written or read; its id stays taken.</summary>
    public bool IsDeprecated { get; init; }

    /// <summary>Whether equal strings may be written once.</summary>
    public bool IsShared { get; init; }

    /// <summary>Full name of the table whose buffer a <c>[ubyte]</c> with <c>nested_flatbuffer</c> holds; else null.</summary>
    public string? NestedFlatBuffer { get; init; }

    /// <summary>Whether a <c>[ubyte]</c> holds a FlexBuffer.</summary>
    public bool IsFlexBuffer { get; init; }

    /// <summary>Alignment of a vector's elements that <c>force_align</c> asks for, in bytes; 0 when it asks for none.</summary>
    public int ForceAlign { get; init; }

    /// <summary>Hash function of the attribute <c>hash</c>, such as <c>fnv1_32</c>; else null. It only matters when JSON is read.</summary>
    public string? Hash { get; init; }

    /// <summary>Whether the field holds a 64-bit offset (<c>offset64</c> or <c>vector64</c>).</summary>
    public bool IsOffset64 { get; init; }

    /// <summary>Whether the vector's length is 64 bits (<c>vector64</c>).</summary>
    public bool IsVector64 { get; init; }
}
