namespace Codec.Bench.Serializers.Structs;

internal struct SnapshotStruct
{
    public uint Tick;

    public EntityStates Entities;
}
