using MemoryPack;

namespace Codec.Bench.Cold;

internal static partial class Jobs
{
    static partial void MemoryPack(ref int length)
    {
        byte[] payload = MemoryPackSerializer.Serialize(new MemoryPackChat { Channel = 1, Sender = Sender, Text = Text });
        MemoryPackChat read = MemoryPackSerializer.Deserialize<MemoryPackChat>(payload)!;
        length = read.Sender.Length + read.Text.Length;
    }

    [MemoryPackable]
    internal sealed partial class MemoryPackChat
    {
        public byte Channel { get; set; }
        public string Sender { get; set; } = "";
        public string Text { get; set; } = "";
    }
}
