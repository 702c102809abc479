namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs a connection over a stream that returns one chunk per read.</summary>
public class ConnectionDriver : StreamDriver
{
    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null) =>
        CountedAsync(chunks, format, ends, dispatcher).GetAwaiter().GetResult();

    /// <summary>Decodes a stream and counts the arrays of the shared pool that the disposed connection has not returned.</summary>
    private async Task<Decoding> CountedAsync(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends, PacketDispatcher<Decoding>? dispatcher)
    {
        using SharedPoolListener pool = new();
        Decoding stream = await DecodeAsync(chunks, format, ends, dispatcher);
        stream.Outstanding = pool.Outstanding;
        Assert.That(pool.Rents, SharedPoolListener.HasEvents ? Is.GreaterThan(0) : Is.Zero, "The listener hears of the connection's memory.");
        return stream;
    }

    private async Task<Decoding> DecodeAsync(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends, PacketDispatcher<Decoding>? dispatcher)
    {
        Decoding stream = dispatcher?.State ?? new Decoding();
        await using PacketConnection connection = Connect(chunks, format);
        try
        {
            await ReceiveAsync(connection, stream, dispatcher);

            // If there is no exception, the connection has read all bytes.
            stream.Position = chunks.Sum(static chunk => (long)chunk.Length);
        }
        catch (InvalidPacketException exception)
        {
            // The connection's stream always ends. If the test's stream does not end, a truncated packet is an incomplete one.
            bool isTruncated = exception.Error is PacketError.HeaderTruncated or PacketError.PayloadTruncated;
            stream.Error = isTruncated && !ends ? PacketError.None : exception.Error;
            stream.Hint = exception.Hint;
            stream.Position = exception.Position;
        }

        return stream;
    }

    /// <summary>Creates a connection that receives the chunks and then the end.</summary>
    private protected virtual PacketConnection Connect(IReadOnlyList<byte[]> chunks, PacketFormat format) => new(new ChunkStream(chunks, ends: true), format);

    /// <summary>Receives all packets up to the end of the connection.</summary>
    private protected virtual async Task ReceiveAsync(PacketConnection connection, Decoding stream, PacketDispatcher<Decoding>? dispatcher)
    {
        await foreach (PacketReadResult result in connection.ReadAllAsync())
        {
            Deliver(stream, result.Packet, dispatcher);
        }
    }
}
