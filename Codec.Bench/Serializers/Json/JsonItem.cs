namespace Codec.Bench.Serializers.Json;

/// <summary>An item of an inventory.</summary>
public sealed class JsonItem
{
    public uint Id { get; set; }

    public ushort Count { get; set; }

    public string Name { get; set; } = "";

    public short[] Modifiers { get; set; } = [];
}
