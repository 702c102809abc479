using System;
using System.Buffers;
using Codec.Framing;
using Codec.Internals;
using Codec.Tests.Doubles;
using NUnit.Framework;

namespace Codec.Tests.Framing;

internal sealed class StreamReadBufferTests
{
    [Test]
    public void Each_read_has_space_for_a_whole_piece_at_the_same_index()
    {
        StreamReadBuffer buffer = new(ArrayPool<byte>.Shared);
        buffer.MakeRoom(1);
        int place = buffer.End;
        byte[] array = buffer.Bytes;
        for (int left = 0; left < 60_000; left += 1_237)
        {
            Assert.That(buffer.MakeRoom(left + 100), Is.EqualTo(65_536));
            Assert.That(buffer.End, Is.EqualTo(place));
            Assert.That(buffer.Bytes, Is.SameAs(array));
            Number(buffer.Bytes.AsSpan(buffer.End, 65_536));
            buffer.Filled(65_536);
            buffer.Consume(buffer.Count - left - 1_237);
            Assert.That(Left(ref buffer, left + 1_237), Is.True);
        }

        buffer.Return();
        Assert.That(buffer.Bytes, Is.Empty);
        buffer.Return();
    }

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

        // When everything is consumed, the large array is returned.
        buffer.Filled(90);
        buffer.Consume(100);
        Assert.That((buffer.MakeRoom(1), pool.Outstanding), Is.EqualTo((small, 1)));
        buffer.Return();
        Assert.That(pool.Outstanding, Is.Zero);
    }

    [Test]
    public void A_packet_longer_than_a_piece_gets_a_longer_array_and_keeps_its_bytes()
    {
        StreamReadBuffer buffer = new(ArrayPool<byte>.Shared);
        const int Needed = 1_000_000;
        while (buffer.Count < Needed)
        {
            int had = buffer.Count;
            int room = Math.Min(buffer.MakeRoom(Needed), 50_000);
            Assert.That(buffer.Count, Is.EqualTo(had));
            Assert.That(room, Is.GreaterThan(0));
            for (int i = 0; i < room; i++)
            {
                buffer.Bytes[buffer.End + i] = (byte)((had + i) % 251);
            }

            buffer.Filled(room);
        }

        for (int i = 0; i < Needed; i++)
        {
            if (buffer.Span[i] != i % 251)
            {
                Assert.Fail($"Byte {i} differs.");
            }
        }

        Assert.That(buffer.IsAtEnd, Is.False);
        buffer.Filled(0);
        Assert.That(buffer.IsAtEnd, Is.True);
        buffer.Return();
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

    /// <summary>Returns whether the buffer still contains the last bytes of a piece after they were moved.</summary>
    private static bool Left(ref StreamReadBuffer buffer, int count)
    {
        buffer.MakeRoom(count + 1);
        for (int i = 0; i < count; i++)
        {
            if (buffer.Span[i] != (count - i) % 251)
            {
                return false;
            }
        }

        return buffer.Count == count;
    }
}
