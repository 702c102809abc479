namespace Codec.Bench.Serializers.Objects;

[MemoryPackable, MessagePackObject, ProtoContract, GenerateShape, GenerateSerializer, SuppressReferenceTracking]
public sealed partial class ItemObject
{
    [Key(0), Id(0), ProtoMember(1)] public uint Id { get; set; }
    [Key(1), Id(1), ProtoMember(2)] public ushort Count { get; set; }
    [Key(2), Id(2), ProtoMember(3)] public string Name { get; set; } = "";
    [Key(3), Id(3), ProtoMember(4, DataFormat = DataFormat.ZigZag, IsPacked = true)] public short[] Modifiers { get; set; } = [];
}
