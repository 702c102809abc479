namespace Codec.Bench.Serializers.Json;

/// <summary>A chat line. The channel is a number, as in the binary formats.</summary>
public sealed class JsonChat
{
    public int Channel { get; set; }

    public string Sender { get; set; } = "";

    public string Text { get; set; } = "";
}
