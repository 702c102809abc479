using LiteNetLib;

namespace Codec.Bench.Transport;

/// <summary>LiteNetLib with reliable and ordered messages over UDP.</summary>
/// <remarks>
/// The fields are what the API reference of <c>LiteNetManager</c> recommends for speed: events on the receiving thread, native sockets, one
/// socket, and a pool for "tons of packets". <c>UpdateTime</c> is not waited for: <c>TriggerUpdate</c> follows what an update has to send, which
/// is a message, an acknowledgement, or a message that an acknowledgement made room for.
/// </remarks>
public class LiteNetLibBenchmarks : TransportPeer
{
    // A delivery tells the sender that the window has room. The window is 64 datagrams, and each has one or more messages.
    private const int DeliveryInterval = 16;

    private LiteNetManager _client = null!;
    private LiteNetManager _server = null!;
    private LiteNetPeer _peer = null!;

    protected override void Connect()
    {
        using CountdownEvent connected = new(2);
        EventBasedLiteNetListener client = new();
        EventBasedLiteNetListener server = new();
        server.ConnectionRequestEvent += request => request.Accept();
        client.PeerConnectedEvent += _ => connected.Signal();
        server.PeerConnectedEvent += _ => connected.Signal();
        client.NetworkReceiveEvent += (_, packet, _) => TakeAnswer(packet.GetRemainingBytesSpan());
        server.NetworkReceiveEvent += (peer, packet, _) => Serve(peer, packet.GetRemainingBytesSpan());
        client.DeliveryEvent += (_, _) => _client.TriggerUpdate();
        _client = Start(client);
        _server = Start(server);
        _peer = _client.Connect(new IPEndPoint(IPAddress.Loopback, _server.LocalPort), "");
        connected.Wait(Timeout);
    }

    protected override void Close()
    {
        _client.Stop();
        _server.Stop();
    }

    protected override void Send(int number)
    {
        Number(number);
        if (Echoes || number % DeliveryInterval > 0)
        {
            _peer.Send(Packet, DeliveryMethod.ReliableOrdered);
        }
        else
        {
            _peer.SendWithDeliveryEvent(Packet, DeliveryMethod.ReliableOrdered, _client);
        }

        if (Echoes || number == Packets - 1)
        {
            _client.TriggerUpdate();
        }
    }

    private static LiteNetManager Start(EventBasedLiteNetListener events)
    {
        LiteNetManager manager = new(events)
        {
            AutoRecycle = true,
            IPv6Enabled = false,
            // A packet of 1 KB is one datagram.
            MtuOverride = NetConstants.MaxPacketSize,
            PacketPoolSize = Packets,
            UnsyncedDeliveryEvent = true,
            UnsyncedEvents = true,
            UnsyncedReceiveEvent = true,
            UseNativeSockets = true,
        };
        manager.Start(IPAddress.Loopback, IPAddress.IPv6Loopback, port: 0);
        return manager;
    }

    private void Serve(LiteNetPeer peer, ReadOnlySpan<byte> packet)
    {
        if (Echoes)
        {
            peer.Send(packet, DeliveryMethod.ReliableOrdered);
        }
        else
        {
            Take(packet);
        }

        _server.TriggerUpdate();
    }
}
