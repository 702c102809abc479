namespace Codec.Tests.Framing;

/// <summary>Tests the buffered bytes of a push decoder at the end of the stream, after a reset, and with long chunks.</summary>
public sealed class PushDecoderBufferTests
{
    [Test]
    public void Packets_before_a_truncated_one_can_be_taken_after_the_end([Values(1, 3, 6)] int cut)
    {
        using PacketPushDecoder decoder = new();
        decoder.TryAppend([0, 0, 1, 0, 2, 0, 2, 0, 8, 9, .. ((byte[])[5, 0, 3, 0, 1, 2]).Take(cut)]);
        PacketError error = cut < 4 ? PacketError.HeaderTruncated : PacketError.PayloadTruncated;
        Assert.That(decoder.Complete(), Is.EqualTo(error));
        Assert.That((decoder.Error, decoder.BufferedBytes), Is.EqualTo((PacketError.None, 10 + cut)));
        Assert.That(decoder.ReadKept(out Packet packet), Is.EqualTo(OperationStatus.Done));
        Assert.That(packet.Id, Is.EqualTo(1));
        Assert.That(decoder.Complete(), Is.EqualTo(error));
        Assert.That(decoder.ReadKept(out packet), Is.EqualTo(OperationStatus.Done));
        Assert.That((packet.Id, packet.Payload[1]), Is.EqualTo((2u, (byte)9)));
        Assert.That(decoder.Complete(), Is.EqualTo(error));
        Assert.That((decoder.Error, decoder.Position), Is.EqualTo((error, 10L)));
        Assert.That(decoder.ReadKept(out _), Is.EqualTo(OperationStatus.InvalidData));
    }

    [Test]
    public void Reset_discards_an_incomplete_packet([Values(1, 3, 4, 30)] int cut)
    {
        using PacketPushDecoder decoder = new();
        ReadOnlySpan<byte> chunk = ((byte[])[40, 0, 1, 0, .. new byte[40]]).AsSpan(0, cut);
        Assert.That(decoder.Read(ref chunk, out _), Is.EqualTo(OperationStatus.NeedMoreData));
        decoder.Reset();
        Assert.That((decoder.BufferedBytes, decoder.Complete()), Is.EqualTo((0, PacketError.None)));
        Assert.That(decoder.TryAppend([2, 0, 7, 0, 8, 9]), Is.True);
        Assert.That(decoder.ReadKept(out Packet packet), Is.EqualTo(OperationStatus.Done));
        Assert.That((packet.Id, packet.PayloadSize, packet.Payload[0]), Is.EqualTo((7u, 2, (byte)8)));
        Assert.That(decoder.ReadKept(out _), Is.EqualTo(OperationStatus.NeedMoreData));
    }

    [Test]
    public void The_rest_of_a_packet_is_not_read_as_a_packet([Values(1, 4, 5, 8)] int cut)
    {
        using PacketPushDecoder decoder = new();
        for (int i = 0; i < 3; i++)
        {
            ReadOnlySpan<byte> chunk = [8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
            ReadOnlySpan<byte> start = chunk.Slice(0, cut);
            chunk = chunk.Slice(cut);
            Assert.That(decoder.Read(ref start, out _), Is.EqualTo(OperationStatus.NeedMoreData));
            Assert.That(decoder.Read(ref chunk, out Packet packet), Is.EqualTo(OperationStatus.Done));
            Assert.That((packet.Raw.Length, chunk.Length), Is.EqualTo((12, 0)));
        }
    }

    [TestCase(4, 100, 8, false)]
    [TestCase(3000, 6000, 1000, true)]
    public void A_packet_that_is_buffered_after_another_one_is_completed(int first, int second, int received, bool isAppended)
    {
        TestPackets packets = new(PacketFormat.Default);
        packets.Add(1, first - 4);
        packets.Add(2, second - 4);
        using PacketPushDecoder decoder = new();
        decoder.TryAppend(packets.Bytes.AsSpan(0, first + received));
        Assert.That((decoder.ReadKept(out _), decoder.ReadKept(out _)), Is.EqualTo((OperationStatus.Done, OperationStatus.NeedMoreData)));
        ReadOnlySpan<byte> chunk = packets.Bytes.AsSpan(first + received);
        Assert.That(!isAppended || decoder.TryAppend(chunk), Is.True);
        chunk = isAppended ? default : chunk;
        Assert.That(decoder.Read(ref chunk, out Packet packet), Is.EqualTo(OperationStatus.Done));
        Assert.That((packet.Raw.SequenceEqual(packets.Bytes.AsSpan(first)), chunk.Length), Is.EqualTo((true, 0)));
    }

    [Test]
    public void The_hint_is_only_of_bytes_that_were_received()
    {
        using PacketPushDecoder decoder = new(new PacketFormat(maxPayloadSize: 100));
        decoder.TryAppend([0, 0, 1, 0, 0, 5]);
        Assert.That((decoder.ReadKept(out _), decoder.ReadKept(out _)), Is.EqualTo((OperationStatus.Done, OperationStatus.InvalidData)));
        Assert.That(decoder.Hint, Is.EqualTo(PacketHint.None));
    }

    [Test]
    public void Bytes_that_were_kept_before_the_pool_failed_are_not_read_again([Values] bool segments)
    {
        CountingPool pool = new() { RentsUntilFailure = 1 };
        using PacketPushDecoder decoder = new(pool: pool);
        byte[] payload = [.. Enumerable.Range(0, 6000).Select(i => (byte)i)];
        decoder.TryAppend([0, 0, 1, 0, 0x70, 0x17]);
        Assert.That((decoder.ReadKept(out _), decoder.ReadKept(out _)), Is.EqualTo((OperationStatus.Done, OperationStatus.NeedMoreData)));

        // The rest of the header fits in the first array, and the payload does not.
        byte[] rest = [1, 0, .. payload];
        ArraySegment<byte> segment = new(rest);
        ReadOnlySpan<byte> span = rest;
        bool hasFailed = false;
        try
        {
            _ = segments ? decoder.Read(ref segment, out _) : decoder.Read(ref span, out _);
        }
        catch (InsufficientMemoryException)
        {
            hasFailed = true;
        }

        Assert.That(hasFailed, Is.True);
        pool.RentsUntilFailure = 10;
        Packet packet;
        Assert.That(segments ? decoder.Read(ref segment, out packet) : decoder.Read(ref span, out packet), Is.EqualTo(OperationStatus.Done));
        Assert.That(packet.Payload.SequenceEqual(payload), Is.True);
        Assert.That(segments ? segment.Count : span.Length, Is.Zero);
    }
}
