using System;
using System.Buffers;
using Codec.Framing;
using Cold;

namespace Codec.Bench.Cold;

/// <summary>The jobs: a chat message is written and read once.</summary>
internal static partial class Jobs
{
    internal const string Sender = "Ada";
    internal const string Text = "The first message of a process.";

    internal static void Run(string name)
    {
        int length = 0;
        switch (name)
        {
            case "empty":
                length = Sender.Length + Text.Length;
                break;
            case "codec":
                length = RunCodec();
                break;
            case "memorypack":
                MemoryPack(ref length);
                break;
            case "protobuf-net":
                length = ProtobufNetModel.Run();
                break;
        }

        if (length != Sender.Length + Text.Length)
        {
            throw new InvalidOperationException($"{name} failed, or is no job.");
        }
    }

    private static int RunCodec()
    {
        Span<byte> buffer = stackalloc byte[256];
        _ = PacketEncoder.Encode(buffer, new Chat { Channel = 1, Sender = Sender, Text = Text }, null, out int written);
        return PacketDecoder.Decode(buffer.Slice(0, written), out Packet packet, out _, out _) == OperationStatus.Done
            && packet.Id == Chat.PacketId && Chat.View.TryCreateVerified(packet.Payload, out Chat.View chat)
            ? chat.Sender!.Length + chat.Text!.Length : 0;
    }

    /// <summary>Does nothing if the target has no MemoryPack.</summary>
    static partial void MemoryPack(ref int length);
}
