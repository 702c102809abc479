using Codec.Packets.HeaderWriters;
using Game;
using Google.FlatBuffers;

namespace Codec.Tests.FlatBuffers;

/// <summary>Tests that a finished builder is sent as a packet, by copying its payload once or by writing the header into its memory.</summary>
public sealed class FlatBufferPacketTests
{
    private const ushort Id = 65534;

    private delegate byte[] Encode(FlatBufferBuilder builder);

    private static IEnumerable<TestCaseData> Encoders()
    {
        yield return Case("WriteHeader", builder => builder.AsPacket(Id).WriteHeader().ToArray());
        yield return Case("WriteHeader, a format", builder => builder.AsPacket(Id).WriteHeader(new PacketFormat()).ToArray());
        yield return Case("WriteHeader, Shift", builder => builder.AsPacket(Id).WriteHeader(default(ShiftHeaderWriter)).ToArray());
        yield return Case("PacketEncoder.Encode", builder => PacketEncoder.Encode(builder.AsPacket(Id)));

        static TestCaseData Case(string name, Encode encode) => new TestCaseData(encode).SetArgDisplayNames(name);
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

    [Test]
    public void The_builder_remains_usable_after_WriteHeader()
    {
        foreach (int initialSize in (int[])[48, 50, 64])
        {
            FlatBufferBuilder builder = Seed(initialSize);
            byte[] first = builder.AsPacket(Id).WriteHeader().ToArray();
            Assert.That(builder.SizedByteArray(), Is.EqualTo(first[4..]));
            Assert.That(builder.AsPacket(Id).WriteHeader().ToArray(), Is.EqualTo(first), "a second packet of the same payload");

            builder.Clear();
            Build(builder);
            Assert.That(builder.AsPacket(Id).WriteHeader().ToArray(), Is.EqualTo(first), "a header of the past leaves nothing behind");
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
                Assert.That(builder.AsPacket(Id).WriteHeader().Array, Is.SameAs(before), $"initial size {initialSize}, {length} characters");
            }
        }
    }

    [Test]
    public void An_id_that_the_format_cannot_hold_is_rejected_with_the_id_and_the_maximum()
    {
        Assert.That(
            () => Seed(initialSize: 64).AsPacket(65_536).WriteHeader(), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("65536").And.Message.Contains("65535"));
        Assert.That(
            () => Seed(initialSize: 64).AsPacket(65_536).WriteHeader(default(ShiftHeaderWriter)),
            Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("65536").And.Message.Contains("65535"));
        Assert.That(Seed(initialSize: 64).AsPacket(65_536).WriteHeader(new PacketFormat(idWidth: 4)).AsSpan(0, 6).ToArray(), Is.EqualTo(new byte[] { 48, 0, 0, 0, 1, 0 }));
    }

    [Test]
    public void WriteHeader_writes_packets_of_other_formats([Values(2, 4)] int width, [Values] bool sizeCountsHeader, [Range(40, 64)] int initialSize)
    {
        PacketFormat format = new(sizeCountsHeader, width, width, idFirst: true, bigEndian: true);
        byte[] payload = Seed(initialSize).SizedByteArray();
        byte[] expected = new byte[format.HeaderSize + payload.Length];
        Assert.That(PacketEncoder.Encode(expected, Id, payload, format, out _), Is.EqualTo(OperationStatus.Done));

        ArraySegment<byte> packet = Seed(initialSize).AsPacket(Id).WriteHeader(format);

        Assert.That(packet.ToArray(), Is.EqualTo(expected));
    }

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
