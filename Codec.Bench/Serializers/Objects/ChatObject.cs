namespace Codec.Bench.Serializers.Objects;

[MemoryPackable, MessagePackObject, ProtoContract, GenerateShape, GenerateSerializer, SuppressReferenceTracking]
public sealed partial class ChatObject : IFieldSum
{
    [Key(0), Id(0), ProtoMember(1)] public byte Channel { get; set; }
    [Key(1), Id(1), ProtoMember(2)] public string Sender { get; set; } = "";
    [Key(2), Id(2), ProtoMember(3)] public string Text { get; set; } = "";

    public double Sum() => Channel + IFieldSum.Of(Sender) + IFieldSum.Of(Text);
}
