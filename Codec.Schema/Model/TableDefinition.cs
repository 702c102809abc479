namespace Codec.Schema.Model;

/// <summary>A record whose fields can be missing and added later.</summary>
public sealed record TableDefinition : Definition
{
    /// <summary>The fields ascending by id, deprecated ones too.</summary>
    public required EquatableArray<TableField> Fields { get; init; }

    /// <summary>How many vtable entries all fields take: one past the highest id.</summary>
    public required int IdCount { get; init; }

    /// <summary>Bytes of a vtable with all fields: 4 + 2 × <see cref="IdCount"/>.</summary>
    public int VTableSize => 4 + (2 * IdCount);

    /// <summary>Whether fields keep the declared order in the table instead of being sorted by size (<c>original_order</c>).</summary>
    public bool IsOriginalOrder { get; init; }

    /// <summary>The packet whose payload this table is; null when it is none.</summary>
    public PacketDefinition? Packet { get; init; }
}
