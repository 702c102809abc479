namespace Codec.Tests.Framing;

public sealed class SequencePacketReaderTests
{
    private static readonly byte[] Bytes = [5, 0, 7, 0, 1, 2, 3, 4, 5, 0, 0, 8, 0];

    [Test]
    public void Only_a_packet_in_several_segments_is_copied([Range(0, 9)] int cut)
    {
        byte[] bytes = [.. Bytes];
        List<ReadOnlyMemory<byte>> segments = [bytes.AsMemory(0, cut), default, bytes.AsMemory(cut)];
        using SequencePacketReader reader = new(TestSegment.Join(segments));
        Assert.That(reader.Read(out Packet packet, out _), Is.EqualTo(OperationStatus.Done));
        Assert.That((packet.Id, packet.Raw.SequenceEqual(Bytes.AsSpan(0, 9)), packet.Payload.SequenceEqual(Bytes.AsSpan(4, 5))), Is.EqualTo((7u, true, true)));
        bytes[8] = 6;
        Assert.That(packet.Payload[4], Is.EqualTo(cut is 0 or 9 ? 6 : 5));
        Assert.That(reader.Read(out packet, out _), Is.EqualTo(OperationStatus.Done));
        Assert.That((packet.Id, packet.Payload.Length, reader.Consumed), Is.EqualTo((8u, 0, 13L)));
    }

    [Test]
    public void A_sequence_over_an_array_or_other_memory_is_read_the_same_way()
    {
        // The bytes around the packets are zeros, which would be read as empty packets.
        using CountingMemoryPool pool = new(26);
        using IMemoryOwner<byte> unmanaged = pool.Rent();
        unmanaged.Memory.Span.Clear();
        Bytes.CopyTo(unmanaged.Memory.Slice(4));
        ReadOnlyMemory<byte> part = unmanaged.Memory.Slice(4, 13);
        foreach (ReadOnlySequence<byte> sequence in (ReadOnlySequence<byte>[])
            [new(Bytes), new([99, .. Bytes, 0, 0, 0, 0], 1, 13), new(part), new ReadOnlySequence<byte>(unmanaged.Memory).Slice(4, 13), TestSegment.JoinInside([part])])
        {
            using SequencePacketReader reader = new(sequence);
            Assert.That(reader.Read(out Packet packet, out _), Is.EqualTo(OperationStatus.Done));
            Assert.That(packet.Payload.ToArray(), Is.EqualTo(Bytes[4..9]));
            Assert.That(reader.Read(out packet, out _), Is.EqualTo(OperationStatus.Done));
            Assert.That((packet.Id, packet.Raw.ToArray()), Is.EqualTo((8u, Bytes[9..])));
            Assert.That(reader.Read(out packet, out PacketError error), Is.EqualTo(OperationStatus.NeedMoreData));
            Assert.That((error, reader.Consumed), Is.EqualTo((PacketError.HeaderTruncated, 13L)));
        }
    }

    [Test]
    public void Header_throws_if_the_id_does_not_fit_the_default_format()
    {
        Assert.That(() => Decode([0, 0, 0, 0, 1, 0]).Header.Id, Throws.InvalidOperationException.With.Message.Contains("65536"));
        Assert.That(Decode([0, 0, 0xFF, 0xFF, 0, 0]).Header, Is.EqualTo(new PacketHeader(65535, 0)));

        static Packet Decode(byte[] bytes)
        {
            PacketDecoder.Decode(bytes, new PacketFormat(idWidth: 4), out Packet packet, out _, out _);
            return packet;
        }
    }

    [TestCase(0, PacketError.HeaderTruncated)]
    [TestCase(3, PacketError.HeaderTruncated)]
    [TestCase(8, PacketError.PayloadTruncated)]
    [TestCase(9, PacketError.None)]
    [TestCase(10, PacketError.TrailingBytes)]
    [TestCase(13, PacketError.TrailingBytes)]
    public void A_datagram_must_contain_exactly_one_packet(int length, PacketError expected)
    {
        Assert.That(PacketDecoder.TryDecodeDatagram(Bytes.AsSpan(0, length), PacketFormat.Default, out Packet packet, out PacketError error), Is.EqualTo(expected == PacketError.None));
        Assert.That((error, packet.Raw.Length), Is.EqualTo((expected, expected == PacketError.None ? 9 : 0)));
        PacketDecoder.TryDecodeDatagram(new ArraySegment<byte>([0, .. Bytes], 1, length), PacketFormat.Default, out Packet part, out PacketError partError);
        Assert.That((partError, part.Raw.ToArray()), Is.EqualTo((error, packet.Raw.ToArray())));
    }
}
