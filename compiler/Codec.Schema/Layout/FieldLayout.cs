namespace Codec.Schema.Layout;

/// <summary>A field that is written and read, with its positions.</summary>
internal class FieldLayout(TableField field, FieldPlace place, FieldPlace? typePlace)
{
    /// <summary>The last bit of a shape. If it is set, the vtable is not shared with other tables.</summary>
    public const int UntrackedBit = 63;

    public TableField Field { get; } = field;
    public FieldPlace Place { get; } = place;

    /// <summary>Gets the position of a union's type, or of a vector of types; null for other fields.</summary>
    public FieldPlace? TypePlace { get; } = typePlace;

    public TypeReference Type => Field.Type;
    public TypeReference Element => Field.Type.Element!;

    /// <summary>Gets whether the vtable shows if the field is missing. If not, the field is always written.</summary>
    public bool IsTracked => Field.Presence != FieldPresence.Required && (!Type.IsNumber || Field.Presence == FieldPresence.Optional);

    /// <summary>Gets the bit of the field in a table's shape, the mask of missing fields: the index of its vtable entry, but at most the last bit.</summary>
    public int ShapeBit => Math.Min(Field.Id, UntrackedBit);

    /// <summary>Gets the bits of a missing field in a table's shape: a bit for each vtable entry. The entries from 63 on share the last bit.</summary>
    public ulong ShapeMask => TypePlace is not null && ShapeBit < UntrackedBit ? 3UL << (ShapeBit - 1) : 1UL << ShapeBit;
    public bool IsRequired => Field.Presence == FieldPresence.Required;
    public bool IsOptionalScalar => Field.Presence == FieldPresence.Optional;
    public bool IsVectorOfNumbers => Type.Kind == TypeKind.Vector && Element.IsNumber;

    /// <summary>Gets whether the values are in other tables, which a writer that accepts values directly writes later.</summary>
    public bool IsNested => Type.Kind is TypeKind.Table or TypeKind.Union || IsVectorOf(TypeKind.Table) || IsVectorOf(TypeKind.Union);

    public bool IsVectorOf(TypeKind kind) => Type.Kind == TypeKind.Vector && Element.Kind == kind;
}
