using Codec.Sessions;
using Codec.Tests.Asking;
using Question = Codec.Tests.Asking.Question;

namespace Codec.Tests.Sessions;

/// <summary>Tests sessions that continue after a cut.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed partial class ResumeTests
{
    private static readonly TimeSpan Limit = SessionPair.Limit;
    private static readonly Lazy<X509Certificate2> Certificate = new(Transport.PacketConnectionTests.SelfSigned);

    private readonly List<PacketConnection> _accepted = [];
    private readonly PacketRoutes<PacketConnection> _routes = new();
    private TimeProvider _time = new FastTime();
    private PacketSessionOptions _server = Resuming(isServer: true);
    private PacketSessionOptions _client = Resuming(isServer: false);
    private Func<CutLink> _connect = () => new CutLink();
    private int _sendLimit = PacketConnectionOptions.Default.SendLimit;
    private string _transport = "a stream";

    // The newest link, and the number of all.
    private CutLink _link = new();
    private int _links;

    [TearDown]
    public async Task CloseAll()
    {
        foreach (PacketConnection connection in _accepted.ToArray())
        {
            await connection.DisposeAsync();
        }
    }

    [Test]
    public async Task Requests_and_packets_of_both_sides_continue_after_a_cut()
    {
        TaskCompletionSource<PacketRequest> taken = new();
        List<uint> atServer = [];
        _routes.AddQuestion((state, _) => taken.SetResult(state.Session!.TakeRequest()));
        _routes.AddCount((PacketConnection _, in Count count) => atServer.Add(count.Value));
        await using PacketConnection client = await Connect();
        Task<Reply> asking = client.Session!.AskAsync(new Question { Number = 4 }).AsTask();
        Task<List<uint>> atClient = SessionPair.ReadIds(client);
        PacketRequest request = await taken.Task.WaitAsync(Limit);
        for (uint i = 1; i <= 5; i++)
        {
            _link.Cut(fails: i % 2 == 0);
            await client.SendAsync(new Count { Value = i });
            await _accepted[0].SendAsync(i, []);
            await SessionPair.Until(() => atServer.Count == i);
        }

        Assert.That(request.Answer(new Reply { Number = 5 }), Is.True);
        Assert.That((await asking.WaitAsync(Limit)).Number, Is.EqualTo(5));
        Assert.That(atServer, Is.EqualTo((uint[])[1, 2, 3, 4, 5]));
        Assert.That((client.Session!.IsOpen, client.Session.IsInterrupted, _links), Is.EqualTo((true, false, 6)));
        await _accepted[0].CompleteAsync();
        Assert.That(await atClient.WaitAsync(Limit), Is.EqualTo((uint[])[1, 2, 3, 4, 5]));
    }

    [TestCase("only the server continues", RefusalReason.None)]
    [TestCase("only the client continues", RefusalReason.None)]
    [TestCase("no side continues", RefusalReason.None)]
    [TestCase("the client is too late", RefusalReason.SessionLost)]
    [TestCase("another server", RefusalReason.SessionLost)]
    [TestCase("another server that does not continue", RefusalReason.SessionLost)]
    public async Task A_session_ends_at_a_cut_if(string why, RefusalReason refusal)
    {
        _server = why is "only the client continues" or "no side continues" ? SessionPair.Server : _server;
        _client = why is "only the server continues" or "no side continues" ? SessionPair.Client : _client;
        await using PacketConnection client = await Connect();
        Task<List<uint>> reading = SessionPair.ReadIds(client);
        _server = why == "another server" ? Resuming(isServer: true) : why == "another server that does not continue" ? SessionPair.Server : _server;
        bool isLate = why == "the client is too late";
        if (isLate)
        {
            _connect = () => throw new IOException("The network is down.");
        }

        _link.Cut(fails: !isLate);
        if (isLate)
        {
            await SessionPair.Until(() => client.Session!.IsInterrupted && _accepted[0].Session!.IsInterrupted);
            await client.SendAsync(1, []);
        }

        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That((exception!.Reason, exception.Refusal), Is.EqualTo((PacketCloseReason.Remote, refusal)));
        Assert.That(exception.Message.Contains("The server does not have the session", StringComparison.Ordinal), Is.EqualTo(_links > 1));
        Assert.That(_links > 1, Is.EqualTo(refusal != RefusalReason.None && !isLate));
        await SessionPair.Until(() => !isLate || _accepted[0].Failure?.Refusal == RefusalReason.SessionLost);
    }

    [Test]
    public async Task A_second_client_with_the_key_ends_the_first_with_a_reason()
    {
        await using PacketConnection client = await Connect();
        Task<List<uint>> reading = SessionPair.ReadIds(client);
        ResumableTransport first = (ResumableTransport)client.Transport;
        await using PacketConnection second = Raw();
        await second.SendAsync(Resume(first, attempt: 7));
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That((exception!.Reason, exception.Refusal), Is.EqualTo((PacketCloseReason.Remote, RefusalReason.None)));
        Assert.That(client.Session!.PeerLeave, Is.EqualTo(((ushort)2, "Another client has continued the session.")));
        Assert.That(await ReadId(second), Is.EqualTo(Welcome.PacketId));
        await _accepted[0].SendAsync(5, []);
        Assert.That(await ReadId(second), Is.EqualTo(5));

        // An earlier attempt that arrives late changes nothing.
        await using PacketConnection late = Raw();
        await late.SendAsync(Resume(first, attempt: 7));
        Assert.That(await ReadId(late), Is.EqualTo(Refusal.PacketId));
        await _accepted[0].SendAsync(6, []);
        Assert.That(await ReadId(second), Is.EqualTo(6));
    }

    [TestCase(0, "key")]
    [TestCase(10_000, "received more than was sent")]
    public async Task A_false_claim_is_refused(int more, string claim)
    {
        await using PacketConnection client = await Connect();
        ResumableTransport first = (ResumableTransport)client.Transport;
        await using PacketConnection second = Raw();
        await second.SendAsync(Resume(first, attempt: 1, more, claim == "key" ? 1u : 0u));
        Assert.That(await ReadId(second), Is.EqualTo(Refusal.PacketId));
    }

    [TestCase(ulong.MaxValue - 1)]
    [TestCase(1000u)]
    public async Task An_acknowledgment_of_what_was_not_sent_is_rejected(ulong received)
    {
        await using PacketConnection client = await Connect();
        await client.SendAsync(new Acknowledge { Received = received });
        await SessionPair.Until(() => _accepted[0].CloseReason == PacketCloseReason.InvalidPacket);
    }

    [Test]
    public async Task A_full_window_makes_writes_wait_until_the_session_continues()
    {
        _server = Resuming(isServer: true, window: 2000);
        await using PacketConnection client = await Connect();
        Task<List<uint>> reading = SessionPair.ReadIds(client);
        TaskCompletionSource isUp = new();
        Func<CutLink> connect = _connect;
        _connect = () => isUp.Task.IsCompleted ? connect() : throw new IOException("The network is down.");
        _link.Cut();
        await SessionPair.Until(() => client.Session!.IsInterrupted && _accepted[0].Session!.IsInterrupted);
        for (uint i = 1; i <= 10; i++)
        {
            await _accepted[0].SendAsync(i, new byte[100]);
            await _accepted[0].FlushAsync().AsTask().WaitAsync(Limit);
        }

        for (uint i = 11; i <= 50; i++)
        {
            await _accepted[0].SendAsync(i, new byte[100]);
        }

        Task flushing = _accepted[0].FlushAsync().AsTask();
        Assert.That(flushing.IsCompleted, Is.False);
        isUp.SetResult();
        await flushing.WaitAsync(Limit);
        await _accepted[0].CompleteAsync();
        Assert.That(await reading.WaitAsync(Limit), Is.EqualTo(Enumerable.Range(1, 50).Select(i => (uint)i)));
    }

    [Test]
    public async Task A_handler_that_waits_for_its_own_packets_does_not_wait_for_their_acknowledgment()
    {
        const int Count = 50;
        _server = Resuming(isServer: true, window: 1000);
        _routes.AddQuestionAsync((state, _, cancellation) => AnswerAll(state, cancellation));
        await using PacketConnection client = await Connect();
        Task<List<uint>> reading = SessionPair.ReadIds(client);
        await client.SendAsync(new Question());
        Assert.That(await reading.WaitAsync(Limit), Is.EqualTo(Enumerable.Range(1, Count).Select(i => (uint)i)));

        static async ValueTask AnswerAll(PacketConnection state, CancellationToken cancellation)
        {
            for (uint i = 1; i <= Count; i++)
            {
                await state.SendAsync(i, new byte[500], cancellation);
                await state.FlushAsync(cancellation);
            }

            await state.CompleteAsync(cancellation);
        }
    }

    [Test]
    public async Task A_silent_network_is_a_cut()
    {
        _client = Resuming(isServer: false, heartbeat: TimeSpan.FromSeconds(2));
        await using PacketConnection client = await Connect();
        Task<List<uint>> reading = SessionPair.ReadIds(client);
        await _accepted[0].SendAsync(1, []);
        _link.Silence();
        await _accepted[0].SendAsync(2, []);
        await SessionPair.Until(() => _links > 1 && !client.Session!.IsInterrupted);
        await _accepted[0].SendAsync(3, []);
        await _accepted[0].CompleteAsync();
        Assert.That(await reading.WaitAsync(Limit), Is.EqualTo((uint[])[1, 2, 3]));
    }

    [Test]
    public async Task Nothing_is_kept_after_everything_was_acknowledged()
    {
        _routes.AddRaw(1, (PacketConnection _, in Packet _) => { });
        await using PacketConnection client = await Connect();
        Task<List<uint>> atClient = SessionPair.ReadIds(client);
        for (int i = 0; i < 10; i++)
        {
            await client.SendAsync(1, new byte[1000]);
            await _accepted[0].SendAsync(1, new byte[1000]);
        }

        ResumableTransport[] transports = [(ResumableTransport)client.Transport, (ResumableTransport)_accepted[0].Transport];
        await SessionPair.Until(() => transports.All(transport => transport.Unacknowledged < 100));

        // Acknowledgments are not acknowledged, so both sides become silent.
        long before = client.Received.Received;
        await Task.Delay(TimeSpan.FromSeconds(10) / 50);
        Assert.That(client.Received.Received - before, Is.LessThanOrEqualTo(24));
        await _accepted[0].CompleteAsync();
        await atClient.WaitAsync(Limit);
    }

    [Test]
    public async Task A_session_continues_from_another_address_at_a_full_server_which_refuses_others([Values] bool isClientCut)
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0), options: SessionPair.Options(_server), maxConnections: 1);
        Task accepting = AcceptAll(listener);
        int received = 0;
        _routes.AddCount((PacketConnection _, in Count _) => received++);
        await using PacketConnection client = await PacketConnection.ConnectAsync(listener.EndPoint, options: SessionPair.Options(_client)).WaitAsync(Limit);
        Task<List<uint>> reading = SessionPair.ReadIds(client);
        await SessionPair.Until(() => _accepted is [{ Transport: ResumableTransport { IsOpening: false } }]);
        ResumableTransport server = (ResumableTransport)_accepted[0].Transport;
        EndPoint? before = server.Socket!.RemoteEndPoint;
        (isClientCut ? (ResumableTransport)client.Transport : server).Socket!.Close();
        for (int i = 0; i < 5; i++)
        {
            await client.SendAsync(new Count());
        }

        await SessionPair.Until(() => received == 5 && listener.OpenConnections == 1);
        Assert.That(server.Socket!.RemoteEndPoint, Is.Not.EqualTo(before));
        Assert.That(_accepted, Has.Count.EqualTo(1), "the application gets no connection for a cut");
        PacketConnectionException? refused = await Assert.ThrowsAsync<PacketConnectionException>(
            () => PacketConnection.ConnectAsync(listener.EndPoint, options: SessionPair.Options(_client)).WaitAsync(Limit));
        Assert.That(refused!.Refusal, Is.EqualTo(RefusalReason.Full));
        await _accepted[0].SendAsync(3, []);
        await _accepted[0].CompleteAsync();
        Assert.That(await reading.WaitAsync(Limit), Is.EqualTo((uint[])[3]));
        listener.Dispose();
        await accepting.WaitAsync(Limit);
    }

    [Test]
    public async Task A_peer_without_a_whole_Hello_delays_no_other_and_is_refused([Values] bool drains)
    {
        PacketConnectionOptions options = new() { Session = _server, TimeProvider = _time, HalfPacketTimeout = Timeout.InfiniteTimeSpan };
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0), options: options);
        EndPoint endPoint = listener.EndPoint;
        using Socket half = new(SocketType.Stream, ProtocolType.Tcp);
        await half.ConnectAsync(endPoint);
        half.Send((byte[])[200, 0, 0]);
        Task<PacketConnection> accepting = listener.AcceptAsync();
        Task<PacketConnection> connecting = PacketConnection.ConnectAsync(endPoint, options: Options(_client));
        Serve(await accepting.WaitAsync(Limit));
        await using PacketConnection client = await connecting.WaitAsync(Limit);
        Assert.That(listener.OpenConnections, Is.EqualTo(2));
        Task draining = drains ? listener.DrainAsync(Limit, "restart") : Task.CompletedTask;
        await using (PacketConnection peer = new(half))
        {
            RefusalReason reason = RefusalReason.None;
            await foreach (PacketReadResult result in peer.ReadAllAsync())
            {
                reason = Refusal.View.TryCreate(result.Packet.Payload, out Refusal.View refusal) ? refusal.Reason : reason;
            }

            Assert.That(reason, Is.EqualTo(drains ? RefusalReason.Draining : RefusalReason.HandshakeTimeout));
        }

        if (!drains)
        {
            await using PacketConnection late = await listener.AcceptAsync().WaitAsync(Limit);
            Assert.That(late.CloseReason, Is.EqualTo(PacketCloseReason.IdleTimeout));
        }

        await SessionPair.Until(() => listener.OpenConnections <= 1);
        await client.DisposeAsync();
        await draining.WaitAsync(Limit);
        await _accepted[0].DisposeAsync();
        await SessionPair.Until(() => listener.OpenConnections == 0);
    }

    [Test]
    public async Task A_polled_client_continues_without_events()
    {
        List<string> log = [];
        int received = 0;
        _routes.AddCount((PacketConnection state, in Count count) => _ = state.SendAsync(count).AsTask());
        PacketRoutes<int> none = new();
        none.AddCount((int _, in Count _) => received++);
        using PacketDispatcher<int> dispatcher = new(none, 0, PacketDirections.Both);
        PacketClientOptions options = new() { Session = _client, TimeProvider = _time };
        using PacketClient client = new(_ => new ValueTask<PacketConnection>(Raw(options)), options);
        client.Connected += () => log.Add("connected");
        client.Closed += why => log.Add(why.Message);
        client.Connect();
        for (int i = 1; i <= 10; i++)
        {
            await SessionPair.Until(
                () => Poll() && client.State == PacketClientState.Connected && _accepted[0].Transport is ResumableTransport { IsOpening: false });
            _link.Cut();
            Assert.That(client.TrySend(new Count()), Is.True);
            await SessionPair.Until(() => Poll() && received == i);
        }

        Assert.That((log, _links), Is.EqualTo((new List<string> { "connected" }, 11)));

        bool Poll()
        {
            client.Poll(dispatcher);
            return true;
        }
    }

    [Test]
    public async Task A_session_that_does_not_continue_works_over([Values("TLS", "a WebSocket")] string transport)
    {
        (_transport, _time, _server, _client) = (transport, TimeProvider.System, SessionPair.Server, SessionPair.Client);
        _routes.AddCount((PacketConnection state, in Count count) =>
        {
            _ = state.Session!.Answer(new Total { Value = count.Value });
            if (count.Value == 100)
            {
                state.Session.Close(256, "enough");
            }
        });
        await using PacketConnection client = await Connect();
        Task<List<uint>> reading = SessionPair.ReadIds(client);
        for (uint i = 1; i <= 100; i++)
        {
            Assert.That((await client.Session!.AskAsync(new Count { Value = i }).AsTask().WaitAsync(Limit)).Value, Is.EqualTo(i));
        }

        await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That(client.Session!.PeerLeave, Is.EqualTo(((ushort)256, "enough")));
        await client.DisposeAsync();
        await _accepted[0].DisposeAsync();
        Assert.That((client.CloseReason, _accepted[0].CloseReason), Is.EqualTo((PacketCloseReason.Remote, PacketCloseReason.Local)));
    }

    private static PacketSessionOptions Resuming(bool isServer, int window = 256 * 1024, TimeSpan? heartbeat = null, int seconds = 20) => new()
    {
        IsServer = isServer,
        Protocol = SessionPair.Protocol,
        // Two seconds of the fast clock, for a busy machine.
        HandshakeTimeout = TimeSpan.FromSeconds(100),
        ResumeTimeout = TimeSpan.FromSeconds(seconds),
        ResumeWindow = window,
        HeartbeatInterval = heartbeat ?? Timeout.InfiniteTimeSpan,
    };

    private static Resume Resume(ResumableTransport session, uint attempt, int more = 0, ulong otherKey = 0)
    {
        Resume resume = session.CreateResume();
        return new() { Low = resume.Low ^ otherKey, High = resume.High, Received = resume.Received + (ulong)more, Attempt = attempt };
    }

    // An acknowledgment can be sent at any time.
    private static async Task<uint> ReadId(PacketConnection connection)
    {
        await foreach (PacketReadResult result in connection.ReadAllAsync())
        {
            if (result.Packet.Id != Acknowledge.PacketId)
            {
                return result.Packet.Id;
            }
        }

        return 0;
    }

    private PacketConnectionOptions Options(PacketSessionOptions session) =>
        new() { Session = session, TimeProvider = _time, SendLimit = _sendLimit, HalfPacketTimeout = Timeout.InfiniteTimeSpan };

    private Task AcceptAll(PacketListener listener) => Task.Run(async () =>
    {
        try
        {
            while (true)
            {
                Serve(await listener.AcceptAsync());
            }
        }
        catch (ObjectDisposedException)
        {
        }
    });

    private async Task<PacketConnection> Connect()
    {
        PacketConnection client = await PacketConnection.ConnectAsync(_ => ConnectOver()).WaitAsync(Limit);
        await SessionPair.Until(() => _accepted[0].Transport is not ResumableTransport { IsOpening: true } || !_client.CanResume);
        return client;
    }

    /// <summary>Connects to the server over the transport of the test.</summary>
    private async ValueTask<PacketConnection> ConnectOver()
    {
        if (_transport == "a stream")
        {
            return Raw(Options(_client));
        }

        CutLink link = NewLink();
        if (_transport == "TLS")
        {
            string hash = Certificate.Value.GetCertHashString();
#pragma warning disable CA2000 // The connections own them.
            SslStream client = new(link.Client, false, (_, remote, _, _) => remote!.GetCertHashString() == hash);
            SslStream server = new(link.Server);
#pragma warning restore CA2000
            await Task.WhenAll(client.AuthenticateAsClientAsync("localhost"), server.AuthenticateAsServerAsync(Certificate.Value));
            Serve(new PacketConnection(server, options: Options(_server)));
            return new PacketConnection(client, options: Options(_client));
        }

        Serve(new PacketConnection(WebSocket.CreateFromStream(link.Server, new WebSocketCreationOptions { IsServer = true }), options: Options(_server)));
        return new PacketConnection(WebSocket.CreateFromStream(link.Client, new WebSocketCreationOptions()), options: Options(_client));
    }

    private CutLink NewLink()
    {
        _link = _connect();
        _ = Interlocked.Increment(ref _links);
        return _link;
    }

    /// <summary>Connects to the server over a new link.</summary>
    private PacketConnection Raw(PacketConnectionOptions? options = null)
    {
        CutLink link = NewLink();
        Serve(new PacketConnection(link.Server, options: Options(_server)));
        return new PacketConnection(link.Client, options: options);
    }

    private void Serve(PacketConnection connection)
    {
        lock (_accepted)
        {
            _accepted.Add(connection);
        }

        _ = SessionPair.Run(connection, _routes);
    }

    /// <summary>A clock whose time passes fifty times as fast.</summary>
    private sealed class FastTime : TimeProvider
    {
        private const int Factor = 50;

        public override long TimestampFrequency => System.TimestampFrequency / Factor;

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            System.CreateTimer(callback, state, Shorten(dueTime), Shorten(period));

        private static TimeSpan Shorten(TimeSpan time) => time > TimeSpan.Zero ? time / Factor : time;
    }
}
