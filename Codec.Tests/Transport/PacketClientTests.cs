namespace Codec.Tests.Transport;

/// <summary>Tests a client over a transport that the test simulates, which needs no threads.</summary>
public sealed partial class PacketClientTests
{
    private static readonly byte[] Packet7 = [1, 0, 7, 0, 70];
    private static readonly byte[] Packet8 = [0, 0, 8, 0];

    private readonly List<string> _log = [];

    [SetUp]
    public void Clear() => _log.Clear();

    [Test]
    public void Nothing_happens_before_Connect()
    {
        using PacketClient client = Client(new ChunkTransport(Packet7));
        Assert.That((client.State, client.TrySend(1, []), Poll(client)), Is.EqualTo((PacketClientState.Idle, false, 0)));
        Assert.That(_log, Is.Empty);
    }

    [Test]
    public void Packets_can_be_sent_though_the_client_is_never_polled()
    {
        ChunkTransport transport = new();
        using PacketClient client = Client(transport);
        client.Connect();
        Assert.That((client.TrySend(7, [70]), client.State), Is.EqualTo((true, PacketClientState.Connected)));
        Assert.That(transport.Sent, Is.EqualTo((byte[][])[Packet7]));
        transport.IsFull = true;
        Assert.That(client.TrySend(7, [70]), Is.False);
        client.Close();
        transport.IsFull = false;
        Assert.That((client.TrySend(7, [70]), client.State), Is.EqualTo((false, PacketClientState.Closed)));
    }

    [Test]
    public void Packets_over_the_count_or_time_limit_of_a_poll_are_left_for_the_next_poll()
    {
        ManualClock clock = new();
        ChunkTransport transport = new([.. Packet7, .. Packet8, .. Packet7], [.. Packet8, .. Packet8]);
        using PacketClient client = Client(transport, new PacketClientOptions { TimeProvider = clock }, onPacket: () => clock.Now += TimeSpan.FromMilliseconds(1));
        client.Connect();
        Assert.That(Poll(client, maxPackets: 1), Is.EqualTo(1));
        Assert.That(Poll(client, maxDuration: TimeSpan.Zero), Is.EqualTo(1), "At least one packet is dispatched.");
        Assert.That(Poll(client, maxDuration: TimeSpan.FromMilliseconds(2)), Is.EqualTo(2));
        Assert.That(Poll(client), Is.EqualTo(1));
        Assert.That(Poll(client), Is.EqualTo(0));
        Assert.That(_log, Is.EqualTo((string[])["connected", "7", "8", "7", "8", "8"]));
    }

    [Test]
    public void A_poll_ends_after_the_receive_limit_though_the_peer_never_stops_sending()
    {
        ChunkTransport transport = new(Packet7);
        using PacketClient client = Client(transport, new PacketClientOptions { ReceiveLimit = 12 }, onPacket: () => transport.Add(Packet7));
        client.Connect();
        for (int i = 0; i < 3; i++)
        {
            Assert.That(Poll(client), Is.EqualTo(3), "15 bytes");
        }
    }

    [Test]
    public void Invalid_arguments_throw()
    {
        using PacketClient client = Client(new ChunkTransport());
        Assert.That(() => Poll(client, maxPackets: 0), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("0"));
        Assert.That(() => Poll(client, maxDuration: TimeSpan.FromTicks(-1)), Throws.TypeOf<ArgumentOutOfRangeException>());
        Assert.That(() => client.Poll<int>(null!), Throws.ArgumentNullException);
        Assert.That(() => new PacketClient((Func<CancellationToken, ValueTask<PacketConnection>>)null!), Throws.ArgumentNullException);
        Assert.That(() => new PacketClient((Func<CancellationToken, ValueTask<IPacketClientTransport>>)null!), Throws.ArgumentNullException);
        Assert.That(() => PacketClient.ForTcp(null!, 1), Throws.ArgumentNullException);
        Assert.That(() => PacketClient.ForTcp(string.Empty, 1), Throws.ArgumentException.With.Property(nameof(ArgumentException.ParamName)).EqualTo("host"));
        Assert.That(() => PacketClient.ForTcp(" ", 1), Throws.ArgumentException);
        Assert.That(() => PacketClient.ForTcp("localhost", 65_536), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("65536"));
        Assert.That(() => PacketClient.ForTcp("localhost", -1), Throws.TypeOf<ArgumentOutOfRangeException>());
        Assert.That(() => PacketClient.ForWebSocket(null!), Throws.ArgumentNullException);
        Assert.That(() => PacketClient.ForWebSocket(new Uri("ws://localhost"), mode: (PacketWebSocketMode)2), Throws.TypeOf<ArgumentOutOfRangeException>());
        foreach (PacketClientOptions options in new PacketClientOptions[]
        {
            new() { IdleTimeout = TimeSpan.Zero }, new() { ReceiveLimit = 0 }, new() { ReconnectAttempts = -1 }, new() { ConnectTimeout = TimeSpan.FromTicks(-1) },
            new() { ReconnectDelay = TimeSpan.FromTicks(-1) }, new() { MaxReconnectDelay = TimeSpan.MaxValue },
        })
        {
            Assert.That(() => Client(new ChunkTransport(), options), Throws.TypeOf<ArgumentOutOfRangeException>());
        }

        Assert.That(() => Client(new ChunkTransport(), new PacketClientOptions { TimeProvider = null! }), Throws.ArgumentNullException);
        Assert.That(
            () => Client(new ChunkTransport(), new PacketClientOptions { ConnectTimeout = TimeSpan.FromSeconds(-2) }),
            Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("-00:00:02").And.Message.Contains("Timeout.InfiniteTimeSpan"));
    }

    [Test]
    public void Packets_that_an_observer_sends_are_not_lost_if_the_client_sends_too()
    {
        const int Rounds = 200;
        ChunkTransport transport = new();
        AnsweringObserver observer = new();
        using PacketClient client = Client(transport, new PacketClientOptions { Observer = observer });
        observer.Client = client;
        client.Connect();
        for (int i = 0; i < Rounds; i++)
        {
            transport.Add(Packet7);
            Poll(client);
        }

        Assert.That(SpinWait.SpinUntil(() => transport.Sent.Count == 3 * Rounds, TimeSpan.FromSeconds(30)), Is.True);
    }

    [Test]
    public void Connecting_twice_throws()
    {
        using PacketClient client = Client(new ChunkTransport());
        client.Connect();
        Assert.That(client.Connect, Throws.InvalidOperationException.With.Message.Contains("Connect"));
        client.Close();
        client.Connect();
        Assert.That(client.State, Is.EqualTo(PacketClientState.Connected));
        client.Dispose();
        Assert.That(client.Connect, Throws.TypeOf<ObjectDisposedException>());
        Assert.That(() => Poll(client), Throws.TypeOf<ObjectDisposedException>());
    }

    [Test]
    public void An_event_that_throws_is_raised_once()
    {
        ChunkTransport transport = new(Packet7) { Ends = true };
        using PacketClient client = Client(transport);
        client.Connected += () => throw new HandlerException();
        client.Closed += _ => throw new HandlerException();
        client.Connect();
        Assert.That(() => Poll(client), Throws.TypeOf<HandlerException>());
        Assert.That(() => Poll(client), Throws.TypeOf<HandlerException>());
        Poll(client);
        Assert.That(_log, Is.EqualTo((string[])["connected", "7", "closed Remote"]));
        Assert.That(transport.Disposals, Is.EqualTo(1));
    }

    [Test]
    public void Polling_in_a_handler_or_an_event_throws()
    {
        int refused = 0;
        PacketClient? client = null;
        void PollAgain()
        {
            Assert.That(() => Poll(client!), Throws.InvalidOperationException.With.Message.Contains("Poll"));
            refused++;
        }

        using (client = Client(new ChunkTransport(Packet7) { Ends = true }, onPacket: PollAgain))
        {
            client.Connected += PollAgain;
            client.Closed += _ => PollAgain();
            client.Connect();
            Poll(client);
        }

        Assert.That(refused, Is.EqualTo(3));
    }

    [Test]
    public void Sending_while_a_message_is_being_written_throws()
    {
        ChunkTransport transport = new();
        using PacketClient client = Client(transport);
        client.Connect();
        Assert.That(() => client.TrySend(new ValuePacket<int>(1, 0, new CallingPayloadWriter(() => client.TrySend(2, [])))), Throws.InvalidOperationException);
        Assert.That(() => client.TrySend(new SendingPacket(() => client.TrySend(2, []))), Throws.InvalidOperationException);
        Assert.That(client.TrySend(new ValuePacket<int>(1, 0, new CallingPayloadWriter(() => client.Close()))), Is.False);
        Assert.That((transport.Sent.Count, transport.Disposals), Is.EqualTo((0, 1)));
    }

    private static IEnumerable<TestCaseData> Ends()
    {
        yield return Case("a whole packet", Packet7, "Remote", PacketError.None);
        yield return Case("half a header", [1, 0], "InvalidPacket", PacketError.HeaderTruncated);
        yield return Case("an unknown id", [0, 0, 9, 0], "InvalidPacket", PacketError.UnknownId);

        static TestCaseData Case(string name, byte[] bytes, string reason, PacketError error) =>
            new TestCaseData(bytes, reason, error).SetArgDisplayNames(name);
    }

    [TestCaseSource(nameof(Ends))]
    public void Closed_reports_why_the_connection_ended(byte[] bytes, string reason, PacketError error)
    {
        PacketConnectionException? closed = null;
        ChunkTransport transport = new(bytes) { Ends = true };
        using PacketClient client = Client(transport);
        client.Closed += how => closed = how;
        client.Connect();
        Poll(client);
        InvalidPacketException? invalid = closed!.InnerException as InvalidPacketException;
        Assert.That((closed.Reason.ToString(), invalid?.Error ?? PacketError.None, client.ReconnectDelay), Is.EqualTo((reason, error, (TimeSpan?)null)));
        Assert.That(closed.InnerException, error == PacketError.None ? Is.Null : Is.TypeOf<InvalidPacketException>());
        Assert.That((client.State, transport.Disposals), Is.EqualTo((PacketClientState.Closed, 1)));
    }

    [Test]
    public void An_exception_of_the_transport_is_reported_after_the_packets_received_before_it([Values] bool isInvalid)
    {
        PacketConnectionException? closed = null;
        IOException broken = isInvalid ? new InvalidPacketException(PacketError.TrailingBytes, 5, PacketHint.None) : new IOException("broken");
        using PacketClient client = Client(new ChunkTransport(Packet7) { Failure = broken });
        client.Closed += how => closed = how;
        client.Connect();
        Assert.That(Poll(client), Is.EqualTo(1));
        Assert.That((closed!.Reason, closed.InnerException), Is.EqualTo((isInvalid ? PacketCloseReason.InvalidPacket : PacketCloseReason.Remote, broken)));
    }

    [Test]
    public void The_observer_of_the_connection_can_send_and_its_exception_reaches_the_poll_and_loses_no_packet()
    {
        ChunkTransport transport = new([.. Packet7, .. Packet8]);
        using PacketClient client = Client(transport, new PacketClientOptions { Observer = new ThrowingObserver() });
        client.Connect();
        Assert.That(() => Poll(client), Throws.TypeOf<HandlerException>());
        Assert.That(Poll(client), Is.EqualTo(1));
        Assert.That(_log, Is.EqualTo((string[])["connected", "7", "8"]));
        Assert.That(transport.Sent, Is.EqualTo((byte[][])[Packet8]));
    }

    [Test]
    public void A_packet_that_is_not_completed_in_time_ends_the_connection()
    {
        ManualClock clock = new();
        PacketConnectionException? closed = null;
        using PacketClient client = Client(new ChunkTransport(Packet7[..3]), new PacketClientOptions { HalfPacketTimeout = TimeSpan.FromSeconds(2), TimeProvider = clock });
        client.Closed += how => closed = how;
        client.Connect();
        foreach (double seconds in (double[])[0, 1.9, 0.1, 0.4])
        {
            clock.Now += TimeSpan.FromSeconds(seconds);
            Poll(client);
            Assert.That(closed, Is.Null);
        }

        clock.Now += TimeSpan.FromSeconds(0.1);
        Poll(client);
        Assert.That((closed!.Reason, closed.InnerException is InvalidPacketException), Is.EqualTo((PacketCloseReason.HalfPacketTimeout, true)));
    }

    private PacketClient Client(
        ChunkTransport transport, PacketClientOptions? options = null, PacketFormat? format = null, Action? onPacket = null) =>
        Client(_ => new ValueTask<IPacketClientTransport>(transport), options, format, onPacket);

    /// <summary>Creates a client that writes its events to the log.</summary>
    private PacketClient Client(
        Func<CancellationToken, ValueTask<IPacketClientTransport>> connect, PacketClientOptions? options = null, PacketFormat? format = null, Action? onPacket = null)
    {
        _onPacket = onPacket;
        PacketClient client = new(connect, format, options);
        client.Connected += () => _log.Add("connected");
        client.Closed += closed => _log.Add($"closed {closed.Reason}");
        return client;
    }

    private Action? _onPacket;

    private int Poll(PacketClient client, int maxPackets = int.MaxValue, TimeSpan? maxDuration = null)
    {
        PacketRoutes<PacketClientTests> routes = new PacketRoutes<PacketClientTests>().AddRaw(7, Note).AddRaw(8, Note);
        using PacketDispatcher<PacketClientTests> dispatcher = new(routes, this, PacketDirections.ToClient);
        return client.Poll(dispatcher, maxPackets, maxDuration);
    }

    private static void Note(PacketClientTests test, in Packet packet)
    {
        byte[] before = packet.Raw.ToArray();
        test._log.Add($"{packet.Id}");
        test._onPacket?.Invoke();
        Assert.That(packet.Raw.SequenceEqual(before), Is.True, "The packet is valid until its handler has ended.");
    }

    /// <summary>Sends a packet for the first received one, and throws for the second one, once.</summary>
    private sealed class AnsweringObserver : PacketConnectionObserver
    {
        public PacketClient? Client { get; set; }

        public override void Received(PacketConnection connection, in Packet packet)
        {
            // Within 10 microseconds after the first packet, a thread of the pool sends the second one.
            Task first = connection.SendAsync(8, []).AsTask();
            Task second = connection.SendAsync(8, []).AsTask();
            Assert.That((Client!.TrySend(7, [70]), first.IsCompleted, second.IsCompleted), Is.EqualTo((true, true, true)));
        }
    }

    private sealed class ThrowingObserver : PacketConnectionObserver
    {
        private int _calls;

        public override void Received(PacketConnection connection, in Packet packet)
        {
            switch (_calls++)
            {
                case 0:
                    Assert.That(connection.SendAsync(8, []).AsTask().IsCompleted, Is.True);
                    break;
                case 1:
                    throw new HandlerException();
            }
        }
    }
}
