namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs the packet reader over a stream that waits before each chunk until the read is cancelled.</summary>
public sealed class StreamReaderDriver : PacketReaderDriver
{
    private protected override async Task<PacketReadResult?> ReadAsync(PacketReader reader, ChunkStream source)
    {
        source.Stalls = true;
        PacketReadResult? result = await ReadCancelledAsync(reader);
        if (result is not null)
        {
            return result;
        }

        // The read was cancelled while it waited. The next read continues at the same byte.
        source.Stalls = false;
        return await ReadCancelledAsync(reader);
    }

    /// <summary>Reads once, and cancels the read if it does not complete synchronously.</summary>
    private static async Task<PacketReadResult?> ReadCancelledAsync(PacketReader reader)
    {
        using CancellationTokenSource cancellation = new();
        Task<PacketReadResult> read = reader.ReadPacketAsync(cancellation.Token).AsTask();
        if (!read.IsCompleted)
        {
            await cancellation.CancelAsync();
        }

        try
        {
            return await read;
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }
}
