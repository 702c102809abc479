namespace Codec.Tests.Framing.Drivers;

/// <summary>
/// Runs the packet reader over a stream whose reads complete synchronously, so that packets are split between reads that do not wait.
/// </summary>
public sealed class ReadyStreamDriver : PacketReaderDriver
{
    private protected override async Task<PacketReadResult?> ReadAsync(PacketReader reader, ChunkStream source)
    {
        using CancellationTokenSource cancellation = new();
        Task<PacketReadResult> read = reader.ReadPacketAsync(cancellation.Token).AsTask();
        if (read.IsCompleted)
        {
            return await read;
        }

        await cancellation.CancelAsync();
        await Assert.ThatAsync(async () => await read, Throws.InstanceOf<OperationCanceledException>());
        return null;
    }
}
