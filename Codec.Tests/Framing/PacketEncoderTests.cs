using Codec.Tests.Every;

namespace Codec.Tests.Framing;

public sealed class PacketEncoderTests
{
    private static readonly byte[] Payload = [1, 2, 3, 4, 5];

    [Test]
    public void Packets_are_written_in_their_format([Values] bool idFirst, [Values] bool sizeCountsHeader, [Values] bool bigEndian)
    {
        TestPackets packets = TestPackets.Mixed(new PacketFormat(sizeCountsHeader, 4, 2, idFirst, bigEndian));
        ArrayBufferWriter<byte> output = new();
        byte[] encoded = new byte[packets.Bytes.Length];
        int offset = 0;
        foreach ((uint id, byte[] payload) in packets.All)
        {
            Assert.That(PacketEncoder.Write(output, id, payload, packets.Format), Is.EqualTo(packets.Format.HeaderSize + payload.Length));
            Assert.That(PacketEncoder.Encode(encoded.AsSpan(offset), id, payload, packets.Format, out int written), Is.EqualTo(OperationStatus.Done));
            offset += written;
        }

        Assert.That(output.WrittenSpan.ToArray(), Is.EqualTo(packets.Bytes));
        Assert.That(encoded, Is.EqualTo(packets.Bytes));
    }

    [Test]
    public void A_destination_that_is_too_small_is_not_changed([Range(0, 8)] int length)
    {
        byte[] destination = Enumerable.Repeat((byte)0xCC, length).ToArray();
        Assert.That(PacketEncoder.Encode(destination, 7, Payload, null, out int written), Is.EqualTo(OperationStatus.DestinationTooSmall));
        Assert.That(written, Is.Zero);
        Assert.That(destination, Is.All.EqualTo(0xCC));
    }

    [Test]
    public void A_message_is_returned_in_an_array_of_its_size([Values("", "name")] string name)
    {
        ArrayBufferWriter<byte> expected = new();
        PacketEncoder.Write(expected, new Root { Name = name });
        Assert.That(PacketEncoder.Encode(new Root { Name = name }), Is.EqualTo(expected.WrittenSpan.ToArray()));
        Assert.That(() => PacketEncoder.Encode<Root>(null!), Throws.ArgumentNullException);
        Assert.That(() => PacketEncoder.Encode(new Root { Name = new string('x', 70_000) }), Throws.InvalidOperationException);
    }

    [Test]
    public void A_message_above_a_limit_is_rejected_if_a_destination_for_the_limit_is_too_small()
    {
        // The schema allows 60,000 bytes.
        Root message = new() { Name = new string('x', 70_000) };
        PacketFormat format = new(maxPayloadSize: 50_000);

        Assert.That(PacketEncoder.Encode(new byte[60_003], message, null, out _), Is.EqualTo(OperationStatus.DestinationTooSmall));
        Assert.That(
            () => PacketEncoder.Encode(new byte[60_004], message, null, out _),
            Throws.InvalidOperationException.With.Message.EndsWith(" bytes; at most 60000 are allowed."));
        Assert.That(PacketEncoder.Encode(new byte[50_003], message, format, out _), Is.EqualTo(OperationStatus.DestinationTooSmall));
        Assert.That(
            () => PacketEncoder.Encode(new byte[50_004], message, format, out _),
            Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("this format allows 0 to 50000 bytes"));
    }

    [Test]
    public void A_payload_writer_is_not_used_if_its_maximum_size_exceeds_the_destination([Values(0, 3, 8)] int length)
    {
        byte[] destination = Enumerable.Repeat((byte)0xCC, length).ToArray();
        ValuePacket<byte[]> packet = new(7, Payload, BytesWriter.Instance);
        Assert.That(PacketEncoder.Encode(destination, packet, null, out int written), Is.EqualTo(OperationStatus.DestinationTooSmall));
        Assert.That((written, destination.All(value => value == 0xCC)), Is.EqualTo((0, true)));
    }
}
