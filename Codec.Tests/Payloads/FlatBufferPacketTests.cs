using System;
using System.Buffers;
using System.Collections.Generic;
using Codec.Framing;
using Codec.Packets;
using Codec.Packets.HeaderWriters;
using Codec.Payloads;
using Game;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Payloads;

[TestFixture]
public sealed class FlatBufferPacketTests
{
    private const ushort Id = 65534;

    private delegate byte[] Encode(FlatBufferBuilder builder);

    private static IEnumerable<TestCaseData> Encoders()
    {
        yield return Case("AsPacket", builder => builder.AsPacket(Id).ToArray());
        yield return Case("AsPacket, a format", builder => builder.AsPacket(Id, new PacketFormat()).ToArray());
        yield return Case("AsPacket, BitConverter", builder => builder.AsPacket(Id, default(BitConverterHeaderWriter)).ToArray());
        yield return Case("AsPacket, Marshal", builder => builder.AsPacket(Id, default(MarshalHeaderWriter)).ToArray());
        yield return Case("AsPacket, Shift", builder => builder.AsPacket(Id, default(ShiftHeaderWriter)).ToArray());
        yield return Case("AsPacket, BinaryPrimitives", builder => builder.AsPacket(Id, default(BinaryPrimitivesHeaderWriter)).ToArray());
        yield return Case("PacketEncoder.Encode", builder =>
        {
            byte[] destination = new byte[70_000];
            Assert.That(PacketEncoder.Encode(destination, Id, builder, null, out int written), Is.EqualTo(OperationStatus.Done));
            return destination.AsSpan(0, written).ToArray();
        });
        yield return Case("PacketEncoder.Write", builder =>
        {
            ArrayBufferWriter<byte> writer = new();
            writer.Write((byte[])[1, 2, 3]);
            int length = PacketEncoder.Write(writer, Id, builder);
            Assert.That(writer.WrittenCount, Is.EqualTo(3 + length));
            return writer.WrittenSpan[3..].ToArray();
        });

        static TestCaseData Case(string name, Encode encode) => new TestCaseData(encode).SetArgDisplayNames(name);
    }

    [Test]
    [WrongInPackage("building on is not noticed.")]
    public void A_builder_writes_nothing_after_it_made_a_packet_until_Clear()
    {
        FlatBufferBuilder builder = new(64);
        builder.StartTable(1);
        builder.AddInt(0, 1, 0);
        builder.Finish(builder.EndTable());
        byte[] message = builder.SizedByteArray();
        Assert.That(builder.AsPacket(Id).ToArray()[4..], Is.EqualTo(message));
        Assert.That(() => builder.AddInt(5), Throws.InvalidOperationException);
        ArrayBufferWriter<byte> output = new();
        PacketEncoder.Write(output, Id, builder);
        Assert.That(output.WrittenSpan.Slice(4).ToArray(), Is.EqualTo(message));
        builder.Clear();
        Assert.That(() => builder.AddInt(5), Throws.Nothing);
    }

    [TestCaseSource(nameof(Encoders))]
    public void The_packet_consists_of_its_header_and_the_unchanged_payload(object encode)
    {
        byte[] packet = ((Encode)encode)(Seed(initialSize: 64));
        Assert.That(packet, Has.Length.EqualTo(52));
        Assert.That(packet[..4], Is.EqualTo((byte[])[48, 0, 254, 255]));
        Assert.That(packet[4..], Is.EqualTo(Seed(initialSize: 64).SizedByteArray()));
    }

    [TestCaseSource(nameof(Encoders))]
    public void The_free_space_before_the_payload_does_not_affect_the_packet(object encode)
    {
        // The buffers range from one without space before the payload to one with more space than the header needs.
        byte[] expected = Seed(initialSize: 64).AsPacket(Id).ToArray();
        for (int initialSize = 44; initialSize <= 60; initialSize++)
        {
            Assert.That(((Encode)encode)(Seed(initialSize)), Is.EqualTo(expected), $"initial size {initialSize}");
        }
    }

    [TestCaseSource(nameof(Encoders))]
    public void The_largest_payload_is_accepted_and_a_larger_payload_is_rejected_with_its_size(object encode)
    {
        byte[] packet = ((Encode)encode)(OfSize(65_532));
        Assert.That(packet, Has.Length.EqualTo(65_536));
        Assert.That(packet[..4], Is.EqualTo((byte[])[0xFC, 0xFF, 0xFE, 0xFF]));

        FlatBufferBuilder tooLarge = OfSize(65_536);
        Assert.That(
            () => ((Encode)encode)(tooLarge),
            Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("65536").And.Message.Contains("65535"));
    }

    [TestCaseSource(nameof(Encoders))]
    public void An_unfinished_builder_is_rejected(object encode)
    {
        FlatBufferBuilder empty = new(64);
        Assert.That(() => ((Encode)encode)(empty), Throws.InvalidOperationException.With.Message.Contains("Finish"));

        FlatBufferBuilder halfway = new(64);
        halfway.CreateString("This is a message!");
        Assert.That(() => ((Encode)encode)(halfway), Throws.InvalidOperationException.With.Message.Contains("24 bytes"));

        FlatBufferBuilder full = new(24);
        full.CreateString("This is a message!");
        Assert.That(() => ((Encode)encode)(full), Throws.InvalidOperationException, "full to the first byte, yet not finished");

        FlatBufferBuilder cleared = Seed(initialSize: 64);
        cleared.Clear();
        Assert.That(() => ((Encode)encode)(cleared), Throws.InvalidOperationException);
    }

    [TestCaseSource(nameof(Encoders))]
    public void A_null_builder_throws_ArgumentNullException(object encode) =>
        Assert.That(() => ((Encode)encode)(null!), Throws.ArgumentNullException);

    [Test]
    public void AsPacket_returns_a_segment_of_the_buffer_of_the_builder()
    {
        FlatBufferBuilder builder = Seed(initialSize: 64);
        ArraySegment<byte> payload = builder.DataBuffer.ToArraySegment(builder.DataBuffer.Position, 48);
        ArraySegment<byte> packet = builder.AsPacket(Id);
        Assert.That(packet.Array, Is.SameAs(payload.Array));
        Assert.That(packet.Offset, Is.EqualTo(payload.Offset - 4));
    }

    [Test]
    public void The_builder_remains_usable_after_AsPacket()
    {
        foreach (int initialSize in (int[])[48, 50, 64])
        {
            FlatBufferBuilder builder = Seed(initialSize);
            byte[] first = builder.AsPacket(Id).ToArray();
            Assert.That(builder.SizedByteArray(), Is.EqualTo(first[4..]));
            Assert.That(builder.AsPacket(Id).ToArray(), Is.EqualTo(first), "a second packet of the same payload");

            builder.Clear();
            Build(builder);
            Assert.That(builder.AsPacket(Id).ToArray(), Is.EqualTo(first), "a header of the past leaves nothing behind");
        }
    }

    [Test]
    public void A_builder_that_allocated_its_buffer_does_not_grow_it_for_the_header()
    {
        for (int length = 0; length < 32; length++)
        {
            for (int initialSize = 1; initialSize < 96; initialSize++)
            {
                FlatBufferBuilder builder = Build(new FlatBufferBuilder(initialSize), new string('x', length));
                byte[] before = builder.DataBuffer.ToArraySegment(0, 0).Array!;
                Assert.That(builder.AsPacket(Id).Array, Is.SameAs(before), $"initial size {initialSize}, {length} characters");
            }
        }
    }

    [TestCase(1)]
    [TestCase(4)]
    [TestCase(100)]
    [TestCase(10_000)]
    public void ReserveFront_grows_the_buffer_at_most_once_and_preserves_the_payload(int count)
    {
        FlatBufferBuilder builder = Seed(initialSize: 64);
        byte[] payload = builder.SizedByteArray();

        Assert.That(FlatBufferPacket.ReserveFront(builder, count), Is.GreaterThanOrEqualTo(count));
        byte[] grown = builder.DataBuffer.ToArraySegment(0, 0).Array!;
        Assert.That(FlatBufferPacket.ReserveFront(builder, count), Is.GreaterThanOrEqualTo(count));
        Assert.That(builder.DataBuffer.ToArraySegment(0, 0).Array, Is.SameAs(grown));

        Assert.That(builder.SizedByteArray(), Is.EqualTo(payload));
        Assert.That(builder.AsPacket(Id).ToArray()[4..], Is.EqualTo(payload));
    }

    [Test]
    [WrongInPackage("whether a builder is finished depends on the position.")]
    public void The_payload_is_found_if_the_position_of_the_buffer_was_moved([Values(48, 50, 64)] int size)
    {
        FlatBufferBuilder builder = Build(new FlatBufferBuilder(new ByteBuffer(new byte[size])));
        byte[] payload = builder.SizedByteArray();
        builder.DataBuffer.Reset();
        Assert.That(builder.AsPacket(Id).ToArray()[4..], Is.EqualTo(payload));
        builder.DataBuffer.Reset();
        int position = FlatBufferPacket.ReserveFront(builder, builder.DataBuffer.Length);
        Assert.That(builder.DataBuffer.ToArray(position, payload.Length), Is.EqualTo(payload));
        Assert.That(builder.SizedByteArray(), Is.EqualTo(payload));
    }

    [Test]
    public void An_id_that_the_format_cannot_hold_is_rejected_with_the_id_and_the_maximum()
    {
        Assert.That(
            () => Seed(initialSize: 64).AsPacket(65_536), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("65536").And.Message.Contains("65535"));
        Assert.That(
            () => Seed(initialSize: 64).AsPacket(65_536, default(ShiftHeaderWriter)),
            Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("65536").And.Message.Contains("65535"));
        Assert.That(Seed(initialSize: 64).AsPacket(65_536, new PacketFormat(idWidth: 4)).AsSpan(0, 6).ToArray(), Is.EqualTo(new byte[] { 48, 0, 0, 0, 1, 0 }));
    }

    [Test]
    public void AsPacket_writes_packets_of_other_formats([Values(2, 4)] int width, [Values] PacketSizeCounts counts, [Range(40, 64)] int initialSize)
    {
        PacketFormat format = new(counts, width, width, PacketFieldOrder.IdFirst, PacketByteOrder.BigEndian);
        byte[] payload = Seed(initialSize).SizedByteArray();
        byte[] expected = new byte[format.HeaderSize + payload.Length];
        Assert.That(PacketEncoder.Encode(expected, Id, payload, format, out _), Is.EqualTo(OperationStatus.Done));

        ArraySegment<byte> packet = Seed(initialSize).AsPacket(Id, format);

        Assert.That(packet.ToArray(), Is.EqualTo(expected));
        Assert.That(FlatBufferPacket.TryReadRoot(packet, Id, TestPacketVerify.Verify, out TestPacket root, out PacketError error, format: format), Is.True);
        Assert.That((root.Number, error), Is.EqualTo((255, PacketError.None)));
    }

    [Test]
    public void Encode_rejects_a_destination_that_is_too_short_and_writes_nothing([Values(0, 3, 4, 51)] int length)
    {
        byte[] destination = new byte[64];
        FlatBufferBuilder builder = Seed(initialSize: 64);
        Assert.That(PacketEncoder.Encode(destination.AsSpan(0, length), Id, builder, null, out int written), Is.EqualTo(OperationStatus.DestinationTooSmall));
        Assert.That(written, Is.Zero);
        Assert.That(destination, Is.All.Zero);
    }

    [Test]
    public void A_null_buffer_writer_throws_ArgumentNullException() =>
        Assert.That(() => PacketEncoder.Write(null!, Id, Seed(initialSize: 64)), Throws.ArgumentNullException);

    internal static FlatBufferBuilder Seed(int initialSize) => Build(new FlatBufferBuilder(initialSize));

    /// <summary>Creates a finished test packet of <paramref name="size"/> bytes, which must be a multiple of 4.</summary>
    private static FlatBufferBuilder OfSize(int size)
    {
        FlatBufferBuilder builder = new(64);
        StringOffset msg = builder.CreateString(new string('x', size - 29));
        builder.Finish(TestPacket.CreateTestPacket(builder, msg, 255).Value);
        Assert.That(builder.Offset, Is.EqualTo(size));
        return builder;
    }

    private static FlatBufferBuilder Build(FlatBufferBuilder builder, string text = "This is a message!")
    {
        StringOffset msg = builder.CreateString(text);
        builder.Finish(TestPacket.CreateTestPacket(builder, msg, 255).Value);
        return builder;
    }
}
