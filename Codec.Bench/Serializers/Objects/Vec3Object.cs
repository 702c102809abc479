namespace Codec.Bench.Serializers.Objects;

[MemoryPackable, MessagePackObject, ProtoContract, GenerateShape, GenerateSerializer]
public partial struct Vec3Object
{
    [Key(0), Id(0), ProtoMember(1)] public float X { get; set; }
    [Key(1), Id(1), ProtoMember(2)] public float Y { get; set; }
    [Key(2), Id(2), ProtoMember(3)] public float Z { get; set; }

    internal readonly float Sum() => X + Y + Z;
}
