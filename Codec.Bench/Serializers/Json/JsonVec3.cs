namespace Codec.Bench.Serializers.Json;

/// <summary>A position or a direction.</summary>
public struct JsonVec3
{
    public float X { get; set; }

    public float Y { get; set; }

    public float Z { get; set; }
}
