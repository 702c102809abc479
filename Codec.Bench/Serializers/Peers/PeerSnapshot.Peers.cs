using MemoryPack;
using MessagePack;
using ProtoBuf;

namespace Codec.Bench.Serializers.Peers;

/// <summary>A snapshot.</summary>
[MemoryPackable]
[MessagePackObject]
[ProtoContract]
public sealed partial class PeerSnapshot
{
    [Key(0)]
    [ProtoMember(1)]
    public uint Tick { get; set; }

    [Key(1)]
    [ProtoMember(2)]
    public PeerEntityState[] Entities { get; set; } = [];
}
