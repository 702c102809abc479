using MemoryPack;
using MessagePack;
using ProtoBuf;

namespace Codec.Bench.Serializers.Peers;

/// <summary>A chat line.</summary>
[MemoryPackable]
[MessagePackObject]
[ProtoContract]
public sealed partial class PeerChat
{
    [Key(0)]
    [ProtoMember(1)]
    public byte Channel { get; set; }

    [Key(1)]
    [ProtoMember(2)]
    public string Sender { get; set; } = "";

    [Key(2)]
    [ProtoMember(3)]
    public string Text { get; set; } = "";
}
