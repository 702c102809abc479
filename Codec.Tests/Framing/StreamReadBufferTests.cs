using Codec.Internals;

namespace Codec.Tests.Framing;

internal sealed class StreamReadBufferTests
{
    [Test]
    public void A_drained_buffer_uses_a_small_array_until_a_read_fills_it()
    {
        CountingPool pool = new();
        StreamReadBuffer buffer = new(pool, pieceStart: 0, StreamReadBuffer.WaitingLength);
        int small = buffer.MakeRoom(1);
        Assert.That((small, pool.LastLength), Is.EqualTo((StreamReadBuffer.WaitingLength + 7, StreamReadBuffer.WaitingLength)));

        // Short packets are read into the same array.
        for (int i = 0; i < 3; i++)
        {
            buffer.Filled(100);
            buffer.Consume(100);
            Assert.That((buffer.MakeRoom(1), pool.Rents), Is.EqualTo((small, 1)));
        }

        // If a read fills the array, the bytes are moved to a large one.
        Number(buffer.Bytes.AsSpan(buffer.End, small));
        buffer.Filled(small);
        buffer.Consume(30);
        Assert.That(buffer.MakeRoom(5_000), Is.GreaterThan(60_000));
        Assert.That((buffer.Count, buffer.Span[0], pool.Outstanding), Is.EqualTo((small - 30, (byte)((small - 30) % 251), 1)));

        // The rest of a packet stays in the large array.
        buffer.Filled(5_000);
        buffer.Consume(buffer.Count - 10);
        buffer.MakeRoom(2_000);
        Assert.That((buffer.Count, pool.Rents), Is.EqualTo((10, 2)));

        // When everything is consumed, the large array is returned. The next one is twice as long as the first, until a read needs less.
        buffer.Filled(90);
        buffer.Consume(100);
        Assert.That((buffer.MakeRoom(1), pool.Outstanding), Is.EqualTo((small + StreamReadBuffer.WaitingLength, 1)));
        buffer.Filled(100);
        buffer.Consume(100);
        Assert.That((buffer.MakeRoom(1), pool.Outstanding), Is.EqualTo((small, 1)));
        buffer.Return();
        Assert.That(pool.Outstanding, Is.Zero);
    }

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

    private static void Number(Span<byte> bytes)
    {
        for (int i = 0; i < bytes.Length; i++)
        {
            bytes[i] = (byte)((bytes.Length - i) % 251);
        }
    }
}
