namespace Codec.Bench.Serializers.Json;

/// <summary>A move.</summary>
public sealed class JsonMove
{
    public uint Entity { get; set; }

    public JsonVec3 Position { get; set; }

    public JsonQuat Rotation { get; set; }

    public JsonVec3 Velocity { get; set; }

    public double Time { get; set; }
}
