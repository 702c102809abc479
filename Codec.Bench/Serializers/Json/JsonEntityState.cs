namespace Codec.Bench.Serializers.Json;

/// <summary>An entity of a snapshot.</summary>
public struct JsonEntityState
{
    public uint Entity { get; set; }

    public JsonVec3 Position { get; set; }

    public JsonQuat Rotation { get; set; }

    public short Health { get; set; }

    public ushort Flags { get; set; }
}
