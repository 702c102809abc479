namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs the packet reader synchronously over a stream that returns one chunk per read.</summary>
public sealed class BlockingStreamDriver : StreamDriver
{
    public override int FirstRent => 64 * 1024;

    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null)
    {
        Decoding stream = dispatcher?.State ?? new Decoding();
        CountingPool pool = new();
        using (PacketReader reader = new(new ChunkStream(chunks, ends: true), format, pool: pool))
        {
            for (PacketReadResult result = reader.ReadPacket(); result.HasPacket; result = reader.ReadPacket())
            {
                Deliver(stream, result.Packet, dispatcher);
            }

            // A synchronous stream cannot wait, so it always ends. If the test's stream does not end, a truncated packet is an incomplete one.
            bool isTruncated = reader.Error is PacketError.HeaderTruncated or PacketError.PayloadTruncated;
            stream.Error = isTruncated && !ends ? PacketError.None : reader.Error;
            stream.Hint = reader.Hint;
            stream.Position = reader.Position;
        }

        stream.Outstanding = pool.Outstanding;
        stream.PeakRented = pool.PeakRented;
        return stream;
    }
}
