namespace Codec.Bench.Serializers.Json;

/// <summary>The message of the example packet.</summary>
public sealed class JsonTestPacket
{
    public string Msg { get; set; } = "";

    public int Number { get; set; }
}
