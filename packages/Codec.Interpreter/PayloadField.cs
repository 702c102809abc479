namespace Codec.Interpreter;

internal sealed class PayloadField
{
    public required TableField Definition { get; init; }
    public required PayloadType Type { get; init; }

    /// <summary>Gets the position of the field in the layout of the generated writer, or <see langword="null"/> if the field is deprecated.</summary>
    public FieldLayout? Layout { get; init; }

    public PayloadTable? Nested { get; init; }
    public required JsonEncodedText JsonName { get; init; }
    public JsonEncodedText JsonTypeName { get; init; }
    public byte[]? DefaultText { get; init; }

    /// <summary>Gets the default of a number, in the 64-bit form of <see cref="PayloadNumbers"/>.</summary>
    public ulong Default { get; init; }

    public string Name => Definition.Name;
    public bool IsRequired => Definition.Presence == FieldPresence.Required;
    public bool IsOptional => Definition.Presence == FieldPresence.Optional;
    public bool IsDeprecated => Definition.IsDeprecated;
    public bool HasUnionType => Definition.HasUnionType;

    /// <summary>Gets the offset of the field's entry in the vtable, in bytes.</summary>
    public int Entry => Definition.VTableOffset;

    /// <summary>Gets the offset of the entry of a union's type in the vtable, in bytes.</summary>
    public int TypeEntry => Definition.VTableOffset - 2;

    /// <summary>Gets the inline size of a union's type in bytes, which is that of an offset for a vector of unions.</summary>
    public int TypeSize => Type.Kind == TypeKind.Union ? Type.Union!.TypeSize : 4;

    public PayloadUnion? Union => Type.Union ?? Type.Element?.Union;

    /// <summary>Gets the alignment of the first element of a vector when it is written, in bytes.</summary>
    public int VectorAlignment => Definition.VectorAlignment;
}
