namespace Codec.Bench.Serializers.Objects;

[MemoryPackable, MessagePackObject, ProtoContract, GenerateShape, GenerateSerializer, SuppressReferenceTracking]
public sealed partial class MoveObject : IFieldSum
{
    [Key(0), Id(0), ProtoMember(1)] public uint Entity { get; set; }
    [Key(1), Id(1), ProtoMember(2)] public Vec3Object Position { get; set; }
    [Key(2), Id(2), ProtoMember(3)] public QuatObject Rotation { get; set; }
    [Key(3), Id(3), ProtoMember(4)] public Vec3Object Velocity { get; set; }
    [Key(4), Id(4), ProtoMember(5)] public double Time { get; set; }

    public double Sum() => Entity + Time + Position.Sum() + Rotation.Sum() + Velocity.Sum();
}
