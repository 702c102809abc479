using System;
using System.Buffers;
using System.Linq;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Doubles;
using NUnit.Framework;

namespace Codec.Tests.Framing;

public sealed class PacketWriterTests
{
    private static readonly byte[] Payload = [1, 2, 3, 4, 5];
    private static readonly FixedPayloadWriter FiveBytes = new(Payload);

    [Test]
    public void Packets_are_written_as_their_format_says([Values] PacketFieldOrder order, [Values] PacketSizeCounts counts, [Values] PacketByteOrder byteOrder)
    {
        TestPackets packets = TestPackets.Mixed(new PacketFormat(counts, 4, 2, order, byteOrder));
        ArrayBufferWriter<byte> output = new();
        PacketWriter writer = new(output, packets.Format);
        byte[] encoded = new byte[packets.Bytes.Length];
        int offset = 0;
        foreach ((uint id, byte[] payload) in packets.All)
        {
            Assert.That(writer.Write(id, payload), Is.EqualTo(packets.Format.HeaderSize + payload.Length));
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
    public void A_payload_written_piece_by_piece_gets_its_header_when_it_is_complete([Values(0, 1, 100, 5000, 65535)] int size)
    {
        CountingPool pool = new();
        ArrayBufferWriter<byte> output = new(16);
        PacketWriter writer = new(output, pool: pool);
        writer.Write(9, size, static (payload, count) =>
        {
            for (int i = 0; i < count; i++)
            {
                payload.GetSpan(1)[0] = (byte)i;
                payload.Advance(1);
            }
        });

        Assert.That(PacketDecoder.TryDecodeDatagram(output.WrittenSpan, PacketFormat.Default, out Packet packet, out _), Is.True);
        Assert.That((packet.Id, packet.PayloadSize), Is.EqualTo((9u, size)));
        Assert.That(packet.Payload.ToArray(), Is.EqualTo(Enumerable.Range(0, size).Select(i => (byte)i)));
        Assert.That(pool.Outstanding, Is.Zero);
    }

    [Test]
    public void An_encoder_that_throws_leaves_nothing_behind_and_the_next_packet_is_good([Values(0, 10, 10000)] int before)
    {
        CountingPool pool = new();
        ArrayBufferWriter<byte> output = new();
        PacketWriter writer = new(output, pool: pool);
        writer.Write(1, Payload);
        int written = output.WrittenCount;
        Assert.That(
            () => writer.Write(2, before, static (payload, count) =>
            {
                payload.GetSpan(count).Slice(0, count).Fill(0xEE);
                payload.Advance(count);
                throw new HandlerException();
            }),
            Throws.InstanceOf<HandlerException>());
        Assert.That((output.WrittenCount, pool.Outstanding), Is.EqualTo((written, 0)));

        writer.Write(3, Payload);
        Assert.That(output.WrittenSpan.Slice(written).ToArray(), Is.EqualTo((byte[])[5, 0, 3, 0, .. Payload]));
    }

    [Test]
    public void A_payload_above_the_maximum_is_refused_with_its_size()
    {
        ArrayBufferWriter<byte> output = new();
        PacketWriter writer = new(output, new PacketFormat(maxPayloadSize: 4));
        Assert.That(() => writer.Write(1, Payload), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("this one has 5"));
        Assert.That(() => writer.Write(1, 5, FiveBytes), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("this one has 5"));
        Assert.That(
            () => writer.Write(1, 0, static (payload, _) => payload.Write(Payload)),
            Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("this one has 5"));
        Assert.That(() => writer.Write(65536, Payload.AsSpan(0, 4)), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("65536"));
        Assert.That(output.WrittenCount, Is.Zero);
    }

    [Test]
    public void A_packet_cannot_start_inside_another()
    {
        ArrayBufferWriter<byte> output = new();
        PacketWriter writer = new(output);
        Assert.That(() => writer.Write(1, writer, static (_, outer) => outer.Write(2, Payload)), Throws.InvalidOperationException);
        Assert.That(output.WrittenCount, Is.Zero);
    }

    [Test]
    public void A_packet_cannot_start_inside_a_payload_writer_and_the_next_is_good()
    {
        ArrayBufferWriter<byte> output = new();
        PacketWriter writer = new(output);
        Assert.That(() => writer.Write(1, writer, new NestingWriter(static outer => outer.Write(2, Payload))), Throws.InvalidOperationException);
        Assert.That(() => writer.Write(1, writer, new NestingWriter(static outer => outer.Write(2, 5, FiveBytes))), Throws.InvalidOperationException);
        Assert.That(() => writer.Write(1, writer, new NestingWriter(static outer => outer.Write(2, 0, static (_, _) => { }))), Throws.InvalidOperationException);
        Assert.That(() => writer.Write(1, 5, (payload, _) => writer.Write(2, 5, FiveBytes)), Throws.InvalidOperationException);
        Assert.That(output.WrittenCount, Is.Zero);
        writer.Write(3, 5, FiveBytes);
        Assert.That(output.WrittenSpan.ToArray(), Is.EqualTo((byte[])[5, 0, 3, 0, .. Payload]));
    }

    [Test]
    public void A_packet_that_fits_is_written_whoever_writes_its_payload([Values(0, 10)] int size)
    {
        byte[] room = new byte[4 + size];
        PacketWriter writer = new(new BoundedBufferWriter(room));
        writer.Write(1, size, static (payload, count) => payload.Write(new byte[count]));
        Assert.That(room[..4], Is.EqualTo((byte[])[(byte)size, 0, 1, 0]));
        PacketWriter full = new(new BoundedBufferWriter(new byte[3 + size]));
        Assert.That(() => full.Write(1, size, static (payload, count) => payload.Write(new byte[count])), Throws.InstanceOf<HandlerException>());
    }

    [Test]
    public void A_payload_buffer_is_of_no_use_after_its_packet()
    {
        PacketWriter writer = new(new ArrayBufferWriter<byte>());
        IBufferWriter<byte>? kept = null;
        writer.Write(1, 0, (payload, _) => kept = payload);
        Assert.That(() => kept!.GetSpan(1), Throws.InvalidOperationException);
        Assert.That(() => kept!.Advance(1), Throws.InvalidOperationException);
        writer.Write(1, 0, static (payload, _) => Assert.That(() => payload.GetSpan(-1), Throws.InstanceOf<ArgumentOutOfRangeException>()));
        writer.Write(1, 0, static (payload, _) => Assert.That(() => payload.Advance(payload.GetSpan(1).Length + 1), Throws.InvalidOperationException));
    }

    [Test]
    public void A_payload_writer_that_breaks_its_promise_is_refused()
    {
        ArrayBufferWriter<byte> output = new();
        Assert.That(() => PacketEncoder.Write(output, 1, 4, FiveBytes), Throws.InvalidOperationException.With.Message.Contains("5 bytes after promising at most 4"));
        Assert.That(output.WrittenCount, Is.Zero);
    }

    [Test]
    public void A_payload_writer_that_promises_less_than_nothing_is_refused([Values(-1, -5, int.MinValue)] int promised)
    {
        ArrayBufferWriter<byte> output = new();
        PacketWriter writer = new(output);
        string expected = FormattableString.Invariant($"promised {promised} bytes");
        Assert.That(() => PacketEncoder.Write(output, 1, promised, FiveBytes), Throws.InvalidOperationException.With.Message.Contains(expected));
        Assert.That(() => writer.Write(1, promised, FiveBytes), Throws.InvalidOperationException.With.Message.Contains(expected));
        Assert.That(output.WrittenCount, Is.Zero);
        writer.Write(3, 5, FiveBytes);
        Assert.That(output.WrittenSpan.ToArray(), Is.EqualTo((byte[])[5, 0, 3, 0, .. Payload]));
    }

    [Test]
    public void Memory_that_an_encoder_did_not_ask_for_is_not_sent([Values(1, 12)] int count)
    {
        ArrayBufferWriter<byte> output = new();
        output.Write(Enumerable.Repeat((byte)0xEE, 64).ToArray());
        output.Clear();
        PacketWriter writer = new(output);
        Assert.That(
            () => writer.Write(1, count, static (payload, c) => payload.Advance(c)),
            Throws.InvalidOperationException.With.Message.Contains("0 were given out"));
        Assert.That(output.WrittenCount, Is.Zero);
        writer.Write(2, 0, static (payload, _) => payload.Advance(0));
        Assert.That(output.WrittenSpan.ToArray(), Is.EqualTo((byte[])[0, 0, 2, 0]));
    }

    [Test]
    public void What_an_encoder_was_given_may_be_advanced_over_in_parts()
    {
        PacketWriter writer = new(new BoundedBufferWriter(new byte[12]));
        Assert.That(
            () => writer.Write(1, 0, static (payload, _) =>
            {
                payload.GetSpan(8).Fill(1);
                payload.Advance(3);
                payload.Advance(5);
                payload.Advance(1);
            }),
            Throws.InvalidOperationException.With.Message.Contains("0 were given out"));
    }

    [Test]
    public void A_payload_that_grows_asks_for_no_longer_array_than_there_is()
    {
        const int Length = 1_200_000_000;
        CountingPool pool = new() { RentsUntilFailure = 0 };
        PacketWriter writer = new(new ClaimedMemory(Length), new PacketFormat(sizeWidth: 4, maxPayloadSize: 2_000_000_000), pool);
        Assert.That(
            () => writer.Write(1, 0, static (payload, _) => payload.Advance(payload.GetMemory(1).Length)),
            Throws.InstanceOf<HandlerException>(),
            "The output's memory has no bytes.");
        Assert.That(
            () => writer.Write(1, 0, static (payload, _) =>
            {
                payload.Advance(payload.GetMemory(1).Length);
                payload.GetMemory(1);
            }),
            Throws.InstanceOf<InsufficientMemoryException>());
        Assert.That(pool.LastLength, Is.EqualTo(0x7FFFFFC7));
    }
}
