namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs the packet reader synchronously over a stream that returns one chunk per read.</summary>
public sealed class BlockingStreamDriver : PacketReaderDriver
{
    private protected override Task<PacketReadResult?> ReadAsync(PacketReader reader, ChunkStream source)
    {
        PacketReadResult result = reader.ReadPacket();

        // A synchronous stream cannot wait, so it always ends. If the test's stream does not end, a truncated packet is an incomplete one.
        bool isIncomplete = !source.Ends && result.Error is (PacketError.HeaderTruncated or PacketError.PayloadTruncated);
        return Task.FromResult<PacketReadResult?>(isIncomplete ? null : result);
    }
}
