using System;
using System.Buffers;
using System.Collections.Generic;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Contracts.Sinks;
using Codec.Tests.Doubles;
using Codec.Tests.Every;
using NUnit.Framework;

namespace Codec.Tests.Contracts;

/// <summary>What holds for a message that is sent, whatever it is sent through.</summary>
[TestFixture(typeof(SpanSink))]
[TestFixture(typeof(BufferWriterSink))]
[TestFixture(typeof(PacketWriterSink))]
[TestFixture(typeof(PipeSink))]
[TestFixture(typeof(StreamSink))]
[TestFixture(typeof(ConnectionSink))]
[TestFixture(typeof(DatagramSink))]
public sealed class PacketSinkContract<TSink>
    where TSink : PacketSink, new()
{
    // The schema allows 60,000 bytes, which is less than the default format does.
    private const int LargestRoot = 60_000;

    private static readonly PacketFormat[] Formats =
    [
        PacketFormat.Default,
        new(sizeWidth: 4, idWidth: 4, byteOrder: PacketByteOrder.BigEndian, fieldOrder: PacketFieldOrder.IdFirst),
        new(sizeCounts: PacketSizeCounts.WholePacket),
    ];

    [TestCaseSource(nameof(Formats))]
    public void Messages_go_out_in_order_each_with_its_header(PacketFormat format)
    {
        Root table = new() { Name = "a table", Event = 5 };
        Ping ping = new() { Time = 7, Number = 8 };
        using TSink sink = new();
        sink.Open(format);
        sink.Send(table);
        sink.Send(ping);
        sink.Send<IPacket>(table);

        byte[] payload = new byte[table.GetMaxByteCount()];
        Assert.That(table.TryWrite(payload, out int size), Is.True);
        byte[] tablePacket = Packet(777, payload.AsSpan(0, size), format);
        byte[] pingPayload = new byte[Ping.ByteSize];
        Assert.That(ping.TryWrite(pingPayload, out _), Is.True);
        Assert.That(sink.Close(), Is.EqualTo((byte[])[.. tablePacket, .. Packet(780, pingPayload, format), .. tablePacket]));
    }

    [Test]
    public void Null_is_refused()
    {
        using TSink sink = new();
        sink.Open(PacketFormat.Default);
        Assert.That(() => sink.Send((Root)null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("packet"));
        Assert.That(sink.Close(), Is.Empty);
    }

    private static IEnumerable<TestCaseData> Refused()
    {
        yield return new TestCaseData(new Root { Name = new string('x', LargestRoot) }, PacketFormat.Default, typeof(InvalidOperationException), "60000")
            .SetArgDisplayNames("payload above the schema's limit");
        yield return new TestCaseData(new Root { Name = new string('x', 200) }, new PacketFormat(maxPayloadSize: 100), typeof(ArgumentOutOfRangeException), "100")
            .SetArgDisplayNames("payload above the format's limit");
        yield return new TestCaseData(new WideIdPacket(), PacketFormat.Default, typeof(ArgumentOutOfRangeException), "65536")
            .SetArgDisplayNames("id above the format's");
        yield return new TestCaseData(new LyingPacket(int.MaxValue), PacketFormat.Default, typeof(InvalidOperationException), "2147483647")
            .SetArgDisplayNames("more bytes than there are");
        yield return new TestCaseData(new LyingPacket(-1), PacketFormat.Default, typeof(InvalidOperationException), "-1")
            .SetArgDisplayNames("a negative count of bytes");
    }

    [TestCaseSource(nameof(Refused))]
    public void A_message_that_cannot_be_sent_leaves_nothing_behind(IPacket packet, PacketFormat format, Type exception, string says)
    {
        using TSink sink = new();
        sink.Open(format);
        Assert.That(() => sink.Send(packet), Throws.TypeOf(exception).With.Message.Contains(says));
        sink.Send(default(Ping));
        Assert.That(sink.Close(), Is.EqualTo(Packet(780, new byte[Ping.ByteSize], format)));
    }

    internal static byte[] Packet(uint id, ReadOnlySpan<byte> payload, PacketFormat format)
    {
        byte[] packet = new byte[format.HeaderSize + payload.Length];
        Assert.That(PacketEncoder.Encode(packet, id, payload, format, out _), Is.EqualTo(OperationStatus.Done));
        return packet;
    }
}
