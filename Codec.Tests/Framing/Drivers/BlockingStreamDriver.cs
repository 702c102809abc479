using System.Collections.Generic;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Doubles;

namespace Codec.Tests.Framing.Drivers;

/// <summary>The packet reader over a stream that gives a chunk a read, read synchronously.</summary>
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

            // Without a wait such a stream always ends, so a truncated packet at its end is what one that goes on would still wait for.
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
