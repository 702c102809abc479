using System;
using System.Buffers;
using Codec.Framing;
using Cold;

namespace Codec.Bench.Cold;

internal static class CodecJob
{
    /// <summary>Writes a packet, decodes its header, and verifies and reads its payload.</summary>
    internal static int Run()
    {
        Span<byte> buffer = stackalloc byte[256];
        _ = PacketEncoder.Encode(buffer, new Chat { Channel = 1, Sender = Jobs.Sender, Text = Jobs.Text }, null, out int written);
        return PacketDecoder.Decode(buffer.Slice(0, written), out Packet packet, out _, out _) == OperationStatus.Done
            && packet.Id == Chat.PacketId && Chat.View.TryCreateVerified(packet.Payload, out Chat.View chat)
            ? chat.Sender!.Length + chat.Text!.Length : 0;
    }
}
