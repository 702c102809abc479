namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs the packet reader over a stream that returns one chunk per read.</summary>
public abstract class PacketReaderDriver : StreamDriver
{
    public override int FirstRent => 64 * 1024;

    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null) =>
        DecodeAsync(chunks, format, ends, dispatcher).GetAwaiter().GetResult();

    /// <summary>Reads once. Returns <see langword="null"/> if the stream waits for more data than the test has.</summary>
    private protected abstract Task<PacketReadResult?> ReadAsync(PacketReader reader, ChunkStream source);

    private async Task<Decoding> DecodeAsync(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends, PacketDispatcher<Decoding>? dispatcher)
    {
        Decoding stream = dispatcher?.State ?? new Decoding();
        CountingPool pool = new();
        using ChunkStream source = new(chunks, ends);
        PacketReader reader = new(source, format, pool: pool);
        PacketReadResult? result;
        while ((result = await ReadAsync(reader, source)) is { HasPacket: true } read)
        {
            Deliver(stream, read.Packet, dispatcher);
        }

        stream.Error = result?.Error ?? PacketError.None;
        stream.Position = reader.Position;
        stream.Hint = reader.Hint;
        await reader.DisposeAsync();
        stream.Outstanding = pool.Outstanding;
        stream.PeakRented = pool.PeakRented;
        return stream;
    }
}
