using System;

namespace Codec.Bench.Cold;

/// <summary>The jobs: a chat message is written and read once.</summary>
internal static partial class Jobs
{
    internal const string Sender = "Ada";
    internal const string Text = "The first message of a process.";

    /// <exception cref="InvalidOperationException">Another message was read than was written, or there is no such job.</exception>
    internal static void Run(string name)
    {
        int length = 0;
        switch (name)
        {
            case "empty":
                length = Sender.Length + Text.Length;
                break;
            case "codec":
                length = CodecJob.Run();
                break;
            case "memorypack":
                MemoryPack(ref length);
                break;
            case "protobuf-net":
                length = ProtobufNetJob.Run();
                break;
        }

        if (length != Sender.Length + Text.Length)
        {
            throw new InvalidOperationException($"{name} failed, or is no job.");
        }
    }

    /// <summary>Does nothing if the target has no MemoryPack.</summary>
    static partial void MemoryPack(ref int length);
}
