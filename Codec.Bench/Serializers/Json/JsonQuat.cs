namespace Codec.Bench.Serializers.Json;

/// <summary>A rotation.</summary>
public struct JsonQuat
{
    public float X { get; set; }

    public float Y { get; set; }

    public float Z { get; set; }

    public float W { get; set; }
}
