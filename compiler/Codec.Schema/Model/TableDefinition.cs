namespace Codec.Schema.Model;

/// <summary>A record whose fields can be missing, and to which fields can be added later.</summary>
public sealed record TableDefinition : Definition
{
    /// <summary>Gets the fields in ascending order of id, including deprecated ones.</summary>
    public required EquatableArray<TableField> Fields { get; init; }

    /// <summary>Gets the number of vtable entries of all fields: the highest id plus 1.</summary>
    public required int IdCount { get; init; }

    /// <summary>Gets the size in bytes of a vtable with all fields: 4 + 2 × <see cref="IdCount"/>.</summary>
    public int VTableSize => 4 + (2 * IdCount);

    /// <summary>Gets the packet whose payload is this table; null if there is none.</summary>
    public PacketDefinition? Packet { get; init; }

    internal override IEnumerable<TypeUse> Uses()
    {
        foreach (TableField field in Fields)
        {
            if (field.Type.Named is { } type)
            {
                yield return new TypeUse(field.Name, field.Span, type, IsDeprecated: field.IsDeprecated);
            }

            if (field.NestedFlatBuffer is { } nested)
            {
                yield return new TypeUse(field.Name, field.Span, nested, IsNested: true, field.IsDeprecated);
            }
        }
    }
}
