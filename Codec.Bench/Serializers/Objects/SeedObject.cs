namespace Codec.Bench.Serializers.Objects;

[MemoryPackable, MessagePackObject, ProtoContract, GenerateShape, GenerateSerializer, SuppressReferenceTracking]
public sealed partial class SeedObject : IFieldSum
{
    [Key(0), Id(0), ProtoMember(1)] public string Msg { get; set; } = "";
    [Key(1), Id(1), ProtoMember(2)] public int Number { get; set; }

    public double Sum() => Number + IFieldSum.Of(Msg);
}
