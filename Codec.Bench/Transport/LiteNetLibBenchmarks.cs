using LiteNetLib;

namespace Codec.Bench.Transport;

/// <summary>LiteNetLib with reliable and ordered messages over UDP.</summary>
/// <remarks>
/// The fields are what the API reference of <c>LiteNetManager</c> recommends for speed: events on the receiving thread, native sockets, one
/// socket, and a pool for "tons of packets". <c>UpdateTime</c> is not waited for: <c>TriggerUpdate</c> follows what an update has to send, which
/// is a message, an acknowledgement, or a message that an acknowledgement made room for. A crowd is in the manual mode, which the reference
/// recommends if thousands of clients are in one process.
/// </remarks>
public class LiteNetLibBenchmarks : TransportPeer
{
    // A delivery tells the sender that the window has room. The window is 64 datagrams, and each has one or more messages.
    private const int DeliveryInterval = 16;

    private LiteNetManager[] _clients = [];
    private LiteNetManager _server = null!;
    private LiteNetPeer[] _peers = [];
    private Thread? _polling;
    private volatile bool _isClosed;

    private bool IsCrowd => Clients > 1;

    protected override void Connect()
    {
        using CountdownEvent connected = new(2 * Clients);
        EventBasedLiteNetListener client = new();
        EventBasedLiteNetListener server = new();
        server.ConnectionRequestEvent += request => request.Accept();
        client.PeerConnectedEvent += _ => connected.Signal();
        server.PeerConnectedEvent += _ => connected.Signal();
        client.NetworkReceiveEvent += (_, packet, _) => TakeAnswer(packet.GetRemainingBytesSpan());
        server.NetworkReceiveEvent += (peer, packet, _) => Serve(peer, packet.GetRemainingBytesSpan());
        client.DeliveryEvent += (_, sender) => Update((LiteNetManager)sender);
        _server = Start(server, isManual: false);
        _clients = [.. Enumerable.Range(0, Clients).Select(_ => Start(client, IsCrowd))];
        _peers = [.. _clients.Select(manager => manager.Connect(new IPEndPoint(IPAddress.Loopback, _server.LocalPort), ""))];
        if (IsCrowd)
        {
            _polling = new Thread(Poll);
            _polling.Start();
        }

        connected.Wait(Timeout);
    }

    protected override void Close()
    {
        _isClosed = true;
        _polling?.Join();
        Array.ForEach(_clients, client => client.Stop());
        _server.Stop();
    }

    protected override void Send(int client, int number)
    {
        byte[] packet = Number(client, number);
        if (Echoes || number % DeliveryInterval > 0)
        {
            _peers[client].Send(packet, DeliveryMethod.ReliableOrdered);
        }
        else
        {
            _peers[client].SendWithDeliveryEvent(packet, DeliveryMethod.ReliableOrdered, _clients[client]);
        }

        if (Echoes || number == PacketsOfClient - 1)
        {
            Update(_clients[client]);
        }
    }

    private static LiteNetManager Start(EventBasedLiteNetListener events, bool isManual)
    {
        LiteNetManager manager = new(events)
        {
            AutoRecycle = true,
            IPv6Enabled = false,
            // A packet of 1 KB is one datagram.
            MtuOverride = NetConstants.MaxPacketSize,
            PacketPoolSize = isManual ? NetConstants.DefaultWindowSize : Packets,
            UnsyncedDeliveryEvent = true,
            UnsyncedEvents = true,
            UnsyncedReceiveEvent = true,
            UseNativeSockets = true,
        };
        if (isManual)
        {
            manager.StartInManualMode(IPAddress.Loopback, IPAddress.IPv6Loopback, port: 0);
        }
        else
        {
            manager.Start(IPAddress.Loopback, IPAddress.IPv6Loopback, port: 0);
        }

        return manager;
    }

    private void Update(LiteNetManager client)
    {
        if (!IsCrowd)
        {
            client.TriggerUpdate();
        }
    }

    private void Poll()
    {
        long last = Stopwatch.GetTimestamp();
        while (!_isClosed)
        {
            float elapsed = (float)Stopwatch.GetElapsedTime(last).TotalMilliseconds;
            last = Stopwatch.GetTimestamp();
            foreach (LiteNetManager client in _clients)
            {
                client.PollEvents();
                client.ManualUpdate(elapsed);
            }
        }
    }

    private void Serve(LiteNetPeer peer, ReadOnlySpan<byte> packet)
    {
        if (Echoes)
        {
            peer.Send(packet, DeliveryMethod.ReliableOrdered);
        }
        else
        {
            Take(packet, out _);
        }

        _server.TriggerUpdate();
    }
}
