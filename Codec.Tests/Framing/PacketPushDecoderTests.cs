namespace Codec.Tests.Framing;

public sealed class PacketPushDecoderTests
{
    [Test]
    public void Bytes_beyond_the_limit_are_rejected_until_packets_have_been_taken()
    {
        CountingPool pool = new();
        using PacketPushDecoder decoder = new(new PacketFormat(maxPayloadSize: 96), limit: 100, pool);
        Assert.That(decoder.TryAppend([60, 0, 1, 0, .. new byte[60]]), Is.True);
        Assert.That(decoder.TryAppend(new byte[37]), Is.False);
        Assert.That(decoder.BufferedBytes, Is.EqualTo(64));
        Assert.That(decoder.TryAppend([32, 0, 2, 0, .. new byte[32]]), Is.True);
        Assert.That(decoder.ReadKept(out Packet packet), Is.EqualTo(OperationStatus.Done));
        Assert.That(packet.PayloadSize, Is.EqualTo(60));
        Assert.That(decoder.TryAppend([33, 0, 3, 0, .. new byte[33]]), Is.True);
        Assert.That(decoder.ReadKept(out _), Is.EqualTo(OperationStatus.Done));
        Assert.That(decoder.ReadKept(out packet), Is.EqualTo(OperationStatus.Done));
        Assert.That(packet.Id, Is.EqualTo(3));
        ArraySegment<byte> none = default;
        Assert.That(decoder.Read(ref none, out _), Is.EqualTo(OperationStatus.NeedMoreData));
    }

    [Test]
    public void The_limit_is_at_least_the_largest_packet_and_64_KB_more_without_an_argument()
    {
        Assert.That(() => new PacketPushDecoder(limit: 65538), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("65539"));
        using PacketPushDecoder decoder = new(new PacketFormat(maxPayloadSize: 96));
        Assert.That((decoder.TryAppend(new byte[65_637]), decoder.TryAppend(new byte[65_636])), Is.EqualTo((false, true)));
    }

    [Test]
    public void A_buffer_that_is_full_to_its_limit_grows_at_most_once([Values(65_536, 65_537, 100_000)] int limit)
    {
        CountingPool pool = new();
        using PacketPushDecoder decoder = new(new PacketFormat(maxPayloadSize: 1000), limit, pool);
        byte[] packet = [100, 0, 1, 0, .. new byte[100]];
        while (decoder.TryAppend(packet))
        {
        }

        int rents = pool.Rents;
        for (int i = 0; i < 20_000; i++)
        {
            Assert.That(decoder.ReadKept(out Packet taken), Is.EqualTo(OperationStatus.Done));
            Assert.That(decoder.TryAppend(packet), Is.True);
            Assert.That(decoder.TryAppend(packet), Is.False, "The limit is what is buffered.");
        }

        Assert.That(pool.Rents, Is.LessThanOrEqualTo(rents + 1));
        Assert.That(pool.PeakRented, Is.LessThan(4L * limit), "An array of twice the limit, and the shorter one that it was copied from.");
    }

    [Test]
    public void A_decoder_of_an_invalid_stream_keeps_its_error_until_reset_but_no_memory()
    {
        CountingPool pool = new();
        using PacketPushDecoder decoder = new(new PacketFormat(maxPayloadSize: 10), pool: pool);
        ReadOnlySpan<byte> chunk = (byte[])[1, 0, 7, 0, 9, (byte)'G'];
        Assert.That(decoder.Read(ref chunk, out _), Is.EqualTo(OperationStatus.Done));
        Assert.That(decoder.Read(ref chunk, out _), Is.EqualTo(OperationStatus.NeedMoreData));
        chunk = "ET / HTTP/1.1"u8;
        Assert.That(decoder.Read(ref chunk, out _), Is.EqualTo(OperationStatus.InvalidData));
        Assert.That((decoder.Error, decoder.Hint), Is.EqualTo((PacketError.PayloadTooLarge, PacketHint.Http)));
        Assert.That((decoder.Position, pool.Outstanding), Is.EqualTo((5L, 0)));
        chunk = (byte[])[1, 0, 8, 0, 5];
        Assert.That(decoder.Read(ref chunk, out _), Is.EqualTo(OperationStatus.InvalidData));
        Assert.That(decoder.TryAppend([1, 0, 8, 0, 5]), Is.False);
        Assert.That(decoder.Complete(), Is.EqualTo(PacketError.PayloadTooLarge));

        decoder.Reset();
        Assert.That(decoder.Hint, Is.EqualTo(PacketHint.None));
        chunk = (byte[])[1, 0, 8, 0, 5];
        Assert.That(decoder.Read(ref chunk, out Packet packet), Is.EqualTo(OperationStatus.Done));
        Assert.That((packet.Id, decoder.Position, decoder.Complete()), Is.EqualTo((8u, 5L, PacketError.None)));
    }

    [Test]
    public void A_large_buffer_is_returned_to_the_pool_when_it_is_empty([Values(0, 5)] int next)
    {
        CountingPool pool = new();
        using PacketPushDecoder decoder = new(pool: pool);
        byte[] large = [0, 0xF0, 1, 0, .. new byte[0xF000]];
        ReadOnlySpan<byte> chunk = large.AsSpan(0, 50_000);
        decoder.Read(ref chunk, out _);
        chunk = large.AsSpan(50_000);
        Assert.That(decoder.Read(ref chunk, out Packet packet), Is.EqualTo(OperationStatus.Done));
        Assert.That((packet.PayloadSize, pool.Outstanding), Is.EqualTo((0xF000, 1)));
        int rents = pool.Rents;
        chunk = ((byte[])[9, 0, 1, 0, 7]).AsSpan(0, next);
        Assert.That(decoder.Read(ref chunk, out _), Is.EqualTo(OperationStatus.NeedMoreData));
        Assert.That((pool.Outstanding, pool.Rents - rents), Is.EqualTo(next == 0 ? (0, 0) : (1, 1)));
    }

    [Test]
    public void A_disposed_decoder_throws_ObjectDisposedException([Values] bool isInsidePacket)
    {
        PacketPushDecoder decoder = new();
        Assert.That(!isInsidePacket || decoder.TryAppend([4, 0, 1, 0, 7, 7]), Is.True);
        decoder.Dispose();
        decoder.Dispose();
        Assert.That(() => decoder.ReadKept(out _), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(() => decoder.TryAppend(default), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(decoder.Reset, Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(() => decoder.Complete(), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(
            () =>
            {
                ReadOnlySpan<byte> chunk = (byte[])[0, 0, 1, 0];
                decoder.Read(ref chunk, out _);
            },
            Throws.InstanceOf<ObjectDisposedException>());
    }

    [Test]
    public void Nothing_is_allocated_once_warm([Values] bool inPlace)
    {
        byte[] bytes = TestPackets.Random(PacketFormat.Default, new Random(1), 1000).Bytes;
        using PacketPushDecoder decoder = new();
        int packets = Feed(decoder, bytes, inPlace);
        long before = GC.GetAllocatedBytesForCurrentThread();
        int again = Feed(decoder, bytes, inPlace);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
        Assert.That((packets, again), Is.EqualTo((1000, 1000)));
    }

    private static int Feed(PacketPushDecoder decoder, byte[] bytes, bool inPlace)
    {
        int packets = 0;
        for (int offset = 0; offset < bytes.Length; offset += 1460)
        {
            ReadOnlySpan<byte> chunk = bytes.AsSpan(offset, Math.Min(1460, bytes.Length - offset));
            if (!inPlace)
            {
                decoder.TryAppend(chunk);
                chunk = default;
            }

            while (decoder.Read(ref chunk, out _) == OperationStatus.Done)
            {
                packets++;
            }
        }

        return packets;
    }
}
