using MemoryPack;

namespace Codec.Bench.Cold;

[MemoryPackable]
public sealed partial class MemoryPackChat
{
    public byte Channel { get; set; }
    public string Sender { get; set; } = "";
    public string Text { get; set; } = "";
}
