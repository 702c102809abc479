using Codec.Tests.Every;

namespace Codec.Tests.Framing;

public sealed class PacketEncoderTests
{
    private static readonly byte[] Payload = [1, 2, 3, 4, 5];

    [Test]
    public void A_destination_that_is_too_small_is_not_changed([Range(0, 8)] int length)
    {
        byte[] destination = Enumerable.Repeat((byte)0xCC, length).ToArray();
        Assert.That(PacketEncoder.Encode(destination, 7, Payload, null, out int written), Is.EqualTo(OperationStatus.DestinationTooSmall));
        ValuePacket<byte[]> packet = new(7, Payload, BytesWriter.Instance);
        Assert.That(PacketEncoder.Encode(destination, packet, null, out int ofWriter), Is.EqualTo(OperationStatus.DestinationTooSmall));
        Assert.That((written, ofWriter), Is.EqualTo((0, 0)));
        Assert.That(destination, Is.All.EqualTo(0xCC));
    }

    [Test]
    public void A_destination_of_the_exact_size_is_enough([Values(0, 5)] int size)
    {
        ValuePacket<byte[]> packet = new(7, Payload[..size], BytesWriter.Instance);
        byte[] ofBytes = new byte[4 + size];
        byte[] ofWriter = new byte[4 + size];
        Assert.That(PacketEncoder.Encode(ofBytes, 7, Payload.AsSpan(0, size), null, out int written), Is.EqualTo(OperationStatus.Done));
        Assert.That(PacketEncoder.Encode(ofWriter, packet, null, out int again), Is.EqualTo(OperationStatus.Done));
        Assert.That((written, again), Is.EqualTo((4 + size, 4 + size)));
        Assert.That(ofBytes, Is.EqualTo(ofWriter).And.EqualTo((byte[])[(byte)size, 0, 7, 0, .. Payload[..size]]));
    }

    [Test]
    public void A_packet_that_breaks_its_promise_is_not_written()
    {
        ArrayBufferWriter<byte> output = new(4);
        Assert.That(
            () => PacketEncoder.Encode(new byte[8], new LyingPacket(5), null, out _),
            Throws.InvalidOperationException.With.Message.EndsWith("of 5 bytes; it must be between 0 and its maximum of 4."));
        Assert.That(() => PacketEncoder.Write(output, new LyingPacket(0, most: -1)), Throws.InvalidOperationException.With.Message.Contains("-1"));
        Assert.That(() => PacketEncoder.Write(output, new LyingPacket(0, most: 0)), Throws.InvalidOperationException.With.Message.Contains(nameof(LyingPacket)));
        Assert.That(output.WrittenCount, Is.Zero);
        Assert.That(() => PacketEncoder.Write(null!, new LyingPacket(4)), Throws.ArgumentNullException);
        Assert.That(() => PacketEncoder.Write(null!, 1, Payload), Throws.ArgumentNullException);
        Assert.That(() => new ValuePacket<int>(1, 2, null!), Throws.ArgumentNullException);
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
}
