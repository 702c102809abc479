using Codec.Tests.Every;
using Google.FlatBuffers;

namespace Codec.Tests.Contracts;

/// <summary>Tests the two forms in which every sink accepts a packet: a message, and an id with payload bytes.</summary>
[TestFixture(typeof(SpanSink))]
[TestFixture(typeof(BufferWriterSink))]
[TestFixture(typeof(PipeSink))]
[TestFixture(typeof(StreamSink))]
[TestFixture(typeof(AsyncStreamSink))]
[TestFixture(typeof(ConnectionSink))]
[TestFixture(typeof(ConnectionBatchSink))]
[TestFixture(typeof(BroadcastBatchSink))]
[TestFixture(typeof(ClientSink))]
[TestFixture(typeof(ClientBatchSink))]
[TestFixture(typeof(CaptureSink))]
[TestFixture(typeof(DatagramSink))]
public sealed partial class PacketSinkContract<TSink>
    where TSink : PacketSink, new()
{
    // The schema's limit of 60,000 bytes is lower than that of the default format.
    private const int LargestRoot = 60_000;

    internal static readonly PacketFormat[] Formats =
    [
        PacketFormat.Default,
        new(sizeWidth: 4, idWidth: 4, bigEndian: true, idFirst: true),
        new(sizeCountsHeader: true),
    ];

    [TestCaseSource(nameof(Formats))]
    public void Messages_are_sent_in_order_each_with_its_header(PacketFormat format)
    {
        Root table = new() { Name = "a table", Event = 5 };
        Ping ping = new() { Time = 7, Number = 8 };
        using TSink sink = new();
        sink.Open(format);
        sink.Send(table);
        sink.Send(ping);
        sink.Send<IPacket>(table);

        byte[] tablePacket = Packet(777, new PlainType(typeof(Root)).Write(table), format);
        byte[] pingPayload = new byte[Ping.ByteSize];
        Assert.That(ping.TryWrite(pingPayload, out _), Is.True);
        Assert.That(sink.Close(), Is.EqualTo((byte[])[.. tablePacket, .. Packet(780, pingPayload, format), .. tablePacket]));
    }

    [TestCaseSource(nameof(Formats))]
    public void Byte_payloads_and_messages_of_builders_and_payload_writers_are_sent_with_the_same_framing(PacketFormat format)
    {
        FlatBufferBuilder builder = new(1);
        StringOffset text = builder.CreateString("a text");
        builder.StartTable(1);
        builder.AddOffset(0, text.Value, 0);
        builder.Finish(builder.EndTable());
        byte[] payload = builder.SizedByteArray();
        using TSink sink = new();
        sink.Open(format);
        sink.Send(builder.AsPacket(5));
        sink.Send(6, payload);
        sink.Send(new ValuePacket<byte[]>(7, payload, BytesWriter.Instance));
        sink.Send(8, []);
        sink.Send(builder.AsPacket(9));
        Assert.That(
            sink.Close(),
            Is.EqualTo((byte[])[.. Packet(5, payload, format), .. Packet(6, payload, format), .. Packet(7, payload, format), .. Packet(8, [], format), .. Packet(9, payload, format)]));
    }

    [Test]
    public void Packets_of_many_sizes_are_sent_as_bytes_and_by_a_payload_writer()
    {
        PacketFormat format = new(sizeWidth: 4, maxPayloadSize: 1 << 20);
        using TSink sink = new();
        sink.Open(format);
        List<byte> expected = [];
        foreach (int size in typeof(TSink) == typeof(DatagramSink) ? [0, 1, 4000, 60_000] : new[] { 0, 1, 60_000, 4000, 5000, 65_536, 1, 200_000, 70_000, 0, 63_000 })
        {
            byte[] payload = new byte[size];
            new Random(size).NextBytes(payload);
            sink.Send(1, payload);
            sink.Send(new ValuePacket<byte[]>(2, payload, BytesWriter.Instance));
            expected.AddRange(Packet(1, payload, format));
            expected.AddRange(Packet(2, payload, format));
        }

        Assert.That(sink.Close().AsSpan().SequenceEqual(expected.ToArray()), Is.True);
    }

    [Test]
    public void A_null_argument_is_rejected()
    {
        using TSink sink = new();
        sink.Open(PacketFormat.Default);
        Assert.That(() => sink.Send((Root)null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("packet"));
        Assert.That(sink.Close(), Is.Empty);
    }

    [Test]
    public void A_rejected_payload_leaves_no_bytes_in_the_output()
    {
        PacketFormat format = new(maxPayloadSize: 30);
        FlatBufferBuilder large = new(1);
        large.Finish(large.CreateString(new string('x', 40)).Value);
        using TSink sink = new();
        sink.Open(format);
        Assert.That(() => sink.Send(large.AsPacket(1)), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("30"));
        Assert.That(() => sink.Send(1, new byte[31]), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("30").And.Message.Contains("31"));
        Assert.That(() => sink.Send(new ValuePacket<byte[]>(1, new byte[31], BytesWriter.Instance)), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("31"));
        Assert.That(() => sink.Send(70_000, []), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("70000").And.Message.Contains("65535"));
        Assert.That(() => sink.Send(new ValuePacket<byte[]>(70_000, [], BytesWriter.Instance)), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("70000"));
        Assert.That(() => sink.Send(new ValuePacket<int>(6, 7, new SizedWriter(-1, 0))), Throws.InvalidOperationException.With.Message.Contains("-1"));
        Assert.That(() => sink.Send(new ValuePacket<int>(6, 7, new SizedWriter(1, 2))), Throws.InvalidOperationException.With.Message.Contains("2 bytes"));
        sink.Send(2, [1]);
        Assert.That(sink.Close(), Is.EqualTo(Packet(2, [1], format)));
    }

    private static IEnumerable<TestCaseData> Refused()
    {
        yield return new TestCaseData(new Root { Name = new string('x', LargestRoot) }, PacketFormat.Default, typeof(InvalidOperationException), "60000")
            .SetArgDisplayNames("payload above the schema's limit");
        yield return new TestCaseData(new Root { Name = new string('x', 200) }, new PacketFormat(maxPayloadSize: 100), typeof(ArgumentOutOfRangeException), "100")
            .SetArgDisplayNames("payload above the format's limit");
        yield return new TestCaseData(new LyingPacket(4, id: 0x10000), PacketFormat.Default, typeof(ArgumentOutOfRangeException), "65536")
            .SetArgDisplayNames("id above the format's");
        yield return new TestCaseData(new LyingPacket(int.MaxValue), PacketFormat.Default, typeof(InvalidOperationException), "2147483647")
            .SetArgDisplayNames("more bytes than there are");
        yield return new TestCaseData(new LyingPacket(-1), PacketFormat.Default, typeof(InvalidOperationException), "-1")
            .SetArgDisplayNames("a negative count of bytes");
    }

    [TestCaseSource(nameof(Refused))]
    public void A_rejected_message_leaves_no_bytes_in_the_output(IPacket packet, PacketFormat format, Type exception, string says)
    {
        using TSink sink = new();
        sink.Open(format);
        Assert.That(() => sink.Send(packet), Throws.TypeOf(exception).With.Message.Contains(says));
        sink.Send(default(Ping));
        Assert.That(sink.Close(), Is.EqualTo(Packet(780, new byte[Ping.ByteSize], format)));
    }

    [Test]
    public void A_payload_writer_may_write_less_than_its_upper_bound_above_the_limit_of_the_format()
    {
        PacketFormat format = new(maxPayloadSize: 30);
        using TSink sink = new();
        sink.Open(format);
        sink.Send(new ValuePacket<int>(1, 7, new SizedWriter(5000, 3)));
        Assert.That(sink.Close(), Has.Length.EqualTo(7));
    }

    [Test]
    public void A_nested_send_never_sends_an_incomplete_packet()
    {
        using TSink sink = new();
        if (!sink.KeepsMemory)
        {
            return;
        }

        sink.Open(PacketFormat.Default);
        SendingPacket nested = new(() => sink.Send(default(Ping)));
        bool isRejected = false;
        try
        {
            sink.Send(nested);
        }
        catch (InvalidOperationException)
        {
            // A sink that shares its memory rejects the inner packet. Then the outer packet is not sent either.
            isRejected = true;
        }

        // Only complete packets are sent, in either order.
        byte[] sent = sink.Close();
        byte[] inner = Packet(780, new byte[Ping.ByteSize], PacketFormat.Default);
        byte[] outer = Packet(9, SendingPacket.Payload, PacketFormat.Default);
        Assert.That(sent, isRejected ? Is.Empty : Is.EqualTo((byte[])[.. inner, .. outer]).Or.EqualTo((byte[])[.. outer, .. inner]));
    }

    private sealed class SizedWriter(int promised, int written) : IPayloadWriter<int>
    {
        public int GetMaxSize(in int message) => promised;

        public int Write(in int message, Span<byte> destination) => written;
    }

    internal static byte[] Packet(uint id, byte[] payload, PacketFormat format) => BytesWriter.Packet(id, payload, format);
}
