using MemoryPack;
using MessagePack;
using ProtoBuf;

namespace Codec.Bench.Serializers.Peers;

/// <summary>An entity of a snapshot.</summary>
[MemoryPackable]
[MessagePackObject]
[ProtoContract]
public partial struct PeerEntityState
{
    [Key(0)]
    [ProtoMember(1)]
    public uint Entity { get; set; }

    [Key(1)]
    [ProtoMember(2)]
    public PeerVec3 Position { get; set; }

    [Key(2)]
    [ProtoMember(3)]
    public PeerQuat Rotation { get; set; }

    [Key(3)]
    [ProtoMember(4, DataFormat = DataFormat.ZigZag)]
    public short Health { get; set; }

    [Key(4)]
    [ProtoMember(5)]
    public ushort Flags { get; set; }
}
