using MemoryPack;
using MessagePack;
using ProtoBuf;

namespace Codec.Bench.Serializers.Peers;

/// <summary>The message of the example packet.</summary>
[MemoryPackable]
[MessagePackObject]
[ProtoContract]
public sealed partial class PeerTestPacket
{
    [Key(0)]
    [ProtoMember(1)]
    public string Msg { get; set; } = "";

    [Key(1)]
    [ProtoMember(2)]
    public int Number { get; set; }
}
