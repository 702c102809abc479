namespace Codec.Bench.Serializers.Structs;

/// <summary>A snapshot as one struct.</summary>
internal struct SnapshotStruct
{
    public uint Tick;

    public EntityStates Entities;
}
