using MemoryPack;
using MessagePack;
using ProtoBuf;

namespace Codec.Bench.Serializers.Peers;

/// <summary>An inventory.</summary>
[MemoryPackable]
[MessagePackObject]
[ProtoContract]
public sealed partial class PeerInventory
{
    [Key(0)]
    [ProtoMember(1)]
    public ulong Owner { get; set; }

    [Key(1)]
    [ProtoMember(2)]
    public PeerItem[] Items { get; set; } = [];
}
