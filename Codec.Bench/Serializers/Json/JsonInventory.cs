namespace Codec.Bench.Serializers.Json;

/// <summary>An inventory.</summary>
public sealed class JsonInventory
{
    public ulong Owner { get; set; }

    public JsonItem[] Items { get; set; } = [];
}
