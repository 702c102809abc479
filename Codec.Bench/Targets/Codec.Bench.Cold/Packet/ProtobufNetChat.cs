using ProtoBuf;

namespace Codec.Bench.Cold;

[ProtoContract]
public sealed class ProtobufNetChat
{
    [ProtoMember(1)] public byte Channel { get; set; }
    [ProtoMember(2)] public string Sender { get; set; } = "";
    [ProtoMember(3)] public string Text { get; set; } = "";
}
