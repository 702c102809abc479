namespace Codec.Bench.Serializers.Json;

/// <summary>The seed's message.</summary>
public sealed class JsonTestPacket
{
    public string Msg { get; set; } = "";

    public int Number { get; set; }
}
