using System;
using System.Buffers;
using System.Linq;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Doubles;
using NUnit.Framework;

namespace Codec.Tests.Framing;

public sealed class PacketEncoderTests
{
    private static readonly byte[] Payload = [1, 2, 3, 4, 5];
    private static readonly FixedPayloadWriter FiveBytes = new(Payload);

    [Test]
    public void Packets_are_written_as_their_format_says([Values] PacketFieldOrder order, [Values] PacketSizeCounts counts, [Values] PacketByteOrder byteOrder)
    {
        TestPackets packets = TestPackets.Mixed(new PacketFormat(counts, 4, 2, order, byteOrder));
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
    public void A_destination_that_is_too_small_stays_as_it_is([Range(0, 8)] int length)
    {
        byte[] destination = Enumerable.Repeat((byte)0xCC, length).ToArray();
        Assert.That(PacketEncoder.Encode(destination, 7, Payload, null, out int written), Is.EqualTo(OperationStatus.DestinationTooSmall));
        Assert.That(written, Is.Zero);
        Assert.That(destination, Is.All.EqualTo(0xCC));
    }

    [Test]
    public void A_payload_above_the_maximum_is_refused_with_its_size()
    {
        ArrayBufferWriter<byte> output = new();
        PacketFormat format = new(maxPayloadSize: 4);
        Assert.That(() => PacketEncoder.Write(output, 1, Payload, format), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("The payload has 5 bytes"));
        Assert.That(() => PacketEncoder.Write(output, 1, 5, FiveBytes, format), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("The payload has 5 bytes"));
        Assert.That(() => PacketEncoder.Write(output, 65536, Payload.AsSpan(0, 4), format), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("65536"));
        Assert.That(output.WrittenCount, Is.Zero);
    }

    [Test]
    public void A_value_is_not_written_to_memory_that_its_bound_does_not_fit([Values(0, 3, 8)] int length)
    {
        byte[] destination = Enumerable.Repeat((byte)0xCC, length).ToArray();
        Assert.That(PacketEncoder.Encode(destination, 7, 5, FiveBytes, null, out int written), Is.EqualTo(OperationStatus.DestinationTooSmall));
        Assert.That((written, destination.All(value => value == 0xCC)), Is.EqualTo((0, true)));
    }

    [Test]
    public void A_payload_writer_that_breaks_its_promise_is_refused()
    {
        ArrayBufferWriter<byte> output = new();
        Assert.That(() => PacketEncoder.Write(output, 1, 4, FiveBytes), Throws.InvalidOperationException.With.Message.Contains("5 bytes; it must be between 0 and its maximum of 4"));
        Assert.That(output.WrittenCount, Is.Zero);
    }

    [Test]
    public void A_payload_writer_that_promises_less_than_nothing_is_refused([Values(-1, -5, int.MinValue)] int promised)
    {
        ArrayBufferWriter<byte> output = new();
        string expected = FormattableString.Invariant($"a maximum size of {promised} bytes");
        Assert.That(() => PacketEncoder.Write(output, 1, promised, FiveBytes), Throws.InvalidOperationException.With.Message.Contains(expected));
        Assert.That(
            () => PacketEncoder.Encode(new byte[100], 1, promised, FiveBytes, null, out _), Throws.InvalidOperationException.With.Message.Contains(expected));
        Assert.That(output.WrittenCount, Is.Zero);
        PacketEncoder.Write(output, 3, 5, FiveBytes);
        Assert.That(output.WrittenSpan.ToArray(), Is.EqualTo((byte[])[5, 0, 3, 0, .. Payload]));
    }
}
