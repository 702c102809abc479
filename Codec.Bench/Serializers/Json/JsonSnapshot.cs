namespace Codec.Bench.Serializers.Json;

/// <summary>A snapshot.</summary>
public sealed class JsonSnapshot
{
    public uint Tick { get; set; }

    public JsonEntityState[] Entities { get; set; } = [];
}
