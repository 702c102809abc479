using Codec.Internals;

namespace Codec.Tests.Framing;

internal sealed class StreamReadBufferTests
{
    [Test]
    public void Bytes_that_arrive_in_small_pieces_are_moved_at_most_once_on_average([Values(1, 100, 1460)] int piece)
    {
        // Packets are almost as long as a piece, so that on average half a packet remains before a read.
        const int Packet = 65_004;
        StreamReadBuffer buffer = new(ArrayPool<byte>.Shared);
        long moved = 0;
        long came = 0;
        int value = 0;
        for (int packets = 0; packets < 8;)
        {
            int before = buffer.Start;
            int left = buffer.Count;
            int count = Math.Min(piece, buffer.MakeRoom(Packet));
            moved += buffer.Start == before ? 0 : left;
            for (int i = 0; i < count; i++)
            {
                buffer.Bytes[buffer.End + i] = (byte)(came++ % 251);
            }

            buffer.Filled(count);
            if (buffer.Count >= Packet)
            {
                foreach (byte one in buffer.Span.Slice(0, Packet))
                {
                    if (one != value++ % 251)
                    {
                        Assert.Fail($"Byte {value - 1} differs.");
                    }
                }

                buffer.Consume(Packet);
                packets++;
            }
        }

        buffer.Return();
        Assert.That(moved, Is.LessThanOrEqualTo(came), "Each byte moves once at most, on average.");
    }
}
