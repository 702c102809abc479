namespace Codec.Bench.Serializers.Objects;

[MemoryPackable, MessagePackObject, ProtoContract, GenerateShape, GenerateSerializer, SuppressReferenceTracking]
public sealed partial class SnapshotObject : IFieldSum
{
    [Key(0), Id(0), ProtoMember(1)] public uint Tick { get; set; }
    [Key(1), Id(1), ProtoMember(2)] public EntityObject[] Entities { get; set; } = [];

    public double Sum()
    {
        double sum = Tick;
        long whole = 0;
        foreach (EntityObject state in Entities)
        {
            sum += state.Position.Sum() + state.Rotation.Sum();
            whole += state.Entity + state.Health + state.Flags;
        }

        return sum + whole;
    }
}
