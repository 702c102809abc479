using MemoryPack;
using MessagePack;
using ProtoBuf;

namespace Codec.Bench.Serializers.Peers;

/// <summary>A position or a direction.</summary>
[MemoryPackable]
[MessagePackObject]
[ProtoContract]
public partial struct PeerVec3
{
    [Key(0)]
    [ProtoMember(1)]
    public float X { get; set; }

    [Key(1)]
    [ProtoMember(2)]
    public float Y { get; set; }

    [Key(2)]
    [ProtoMember(3)]
    public float Z { get; set; }
}
