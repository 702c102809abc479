using Codec.Tests.Contracts.Sinks;
using Codec.Tests.Every;

namespace Codec.Tests.Contracts;

/// <summary>Tests messages that send another message while they are written, for each sink that keeps memory between calls.</summary>
[TestFixture(typeof(PipeSink))]
[TestFixture(typeof(StreamSink))]
[TestFixture(typeof(AsyncStreamSink))]
[TestFixture(typeof(ConnectionSink))]
[TestFixture(typeof(ClientSink))]
[TestFixture(typeof(CaptureSink))]
[TestFixture(typeof(DatagramSink))]
public sealed partial class NestedSendContract<TSink>
    where TSink : PacketSink, new()
{
    [Test]
    public void A_nested_send_never_sends_an_incomplete_packet()
    {
        using TSink sink = new();
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
        byte[] inner = PacketSinkContract<TSink>.Packet(780, new byte[Ping.ByteSize], PacketFormat.Default);
        byte[] outer = PacketSinkContract<TSink>.Packet(9, SendingPacket.Payload, PacketFormat.Default);
        Assert.That(sent, isRejected ? Is.Empty : Is.EqualTo((byte[])[.. inner, .. outer]).Or.EqualTo((byte[])[.. outer, .. inner]));
    }
}
