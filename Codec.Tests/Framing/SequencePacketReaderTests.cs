namespace Codec.Tests.Framing;

public sealed class SequencePacketReaderTests
{
    private static readonly byte[] Bytes = [5, 0, 7, 0, 1, 2, 3, 4, 5, 0, 0, 8, 0];

    [Test]
    public void Only_a_packet_in_several_segments_is_copied([Range(0, 37)] int cut)
    {
        byte[] bytes = [.. Bytes, 20, 0, 9, 0, .. Enumerable.Range(1, 20).Select(i => (byte)i)];
        int next = Math.Max(cut, 30);
        List<ReadOnlyMemory<byte>> segments = [bytes.AsMemory(0, cut), default, bytes.AsMemory(cut, next - cut), bytes.AsMemory(next)];
        using SequencePacketReader reader = new(TestSegment.Join(segments));
        Assert.That(reader.Read(out Packet packet, out _), Is.EqualTo(OperationStatus.Done));
        Assert.That((packet.Id, packet.Raw.SequenceEqual(Bytes.AsSpan(0, 9)), packet.Payload.SequenceEqual(Bytes.AsSpan(4, 5))), Is.EqualTo((7u, true, true)));
        bytes[8] = 6;
        Assert.That(packet.Payload[4], Is.EqualTo(cut is 0 or >= 9 ? 6 : 5));
        Assert.That(reader.Read(out packet, out _), Is.EqualTo(OperationStatus.Done));
        Assert.That((packet.Id, packet.Payload.Length, reader.Consumed), Is.EqualTo((8u, 0, 13L)));
        Assert.That(reader.Read(out packet, out _), Is.EqualTo(OperationStatus.Done));
        Assert.That(packet.Raw.SequenceEqual(bytes.AsSpan(13)), Is.True);
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
