using Codec.Sessions;
using Codec.Tests.Asking;
using Question = Codec.Tests.Asking.Question;

namespace Codec.Tests.Sessions;

/// <summary>Tests sessions that continue after a cut.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed partial class ResumeTests
{
    private static readonly Lazy<X509Certificate2> Certificate = new(Transport.PacketConnectionTests.SelfSigned);

    private readonly List<PacketConnection> _clients = [];
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
    public Task CloseAll() => Task.WhenAll(((PacketConnection[])[.. _clients, .. _accepted]).Select(side => side.DisposeAsync().AsTask())).WaitAsync(Limit);

    [Test]
    public async Task A_request_is_answered_after_cuts()
    {
        TaskCompletionSource<PacketRequest> taken = new();
        _routes.AddQuestion((state, _) => taken.SetResult(state.Session!.TakeRequest()));
        (PacketConnection client, _) = await ConnectReading();
        Task<Reply> asking = client.Session!.AskAsync(new Question { Number = 4 }).AsTask();
        PacketRequest request = await taken.Task.WaitAsync(Limit);
        for (int cuts = 1; cuts <= 4; cuts++)
        {
            _link.Cut(fails: cuts % 2 == 0);
            await SessionPair.Until(() => _links > cuts && !client.Session!.IsInterrupted && !_accepted[0].Session!.IsInterrupted);
        }

        Assert.That(request.Answer(new Reply { Number = 5 }), Is.True);
        Assert.That((await asking.WaitAsync(Limit)).Number, Is.EqualTo(5));
        Assert.That((client.Session!.IsOpen, _links), Is.EqualTo((true, 5)));
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
        (PacketConnection client, Task<List<uint>> reading) = await ConnectReading();
        _server = why == "another server" ? Resuming(isServer: true) : why == "another server that does not continue" ? SessionPair.Server : _server;
        bool isLate = why == "the client is too late";
        _connect = isLate ? () => throw new IOException("The network is down.") : _connect;
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
    public async Task A_second_client_with_the_key_ends_the_first_with_a_reason_and_false_claims_are_refused()
    {
        (PacketConnection client, Task<List<uint>> reading) = await ConnectReading();
        ResumableTransport first = (ResumableTransport)client.Transport;
        await using PacketConnection second = Raw();
        await second.SendAsync(Resume(first, attempt: 7));
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That((exception!.Reason, exception.Refusal), Is.EqualTo((PacketCloseReason.Remote, RefusalReason.None)));
        Assert.That(client.Session!.PeerLeave, Is.EqualTo(((ushort)2, "Another client has continued the session.")));
        Assert.That(await ReadId(second), Is.EqualTo(Welcome.PacketId));
        await _accepted[0].SendAsync(5, []);
        Assert.That(await ReadId(second), Is.EqualTo(5));

        // An earlier attempt that arrives late and another key change nothing. A client that has received more than was sent cannot continue.
        foreach ((uint attempt, int more, ulong otherKey) in ((uint, int, ulong)[])[(7, 0, 0), (8, 0, 1), (8, 10_000, 0)])
        {
            await _accepted[0].SendAsync(6, []);
            Assert.That(await ReadId(second), Is.EqualTo(6));
            await using PacketConnection late = Raw();
            await late.SendAsync(Resume(first, attempt, more, otherKey));
            Assert.That(await ReadId(late), Is.EqualTo(Refusal.PacketId));
        }
    }

    [TestCase(ulong.MaxValue - 1)]
    [TestCase(1000u)]
    public async Task An_acknowledgment_of_what_was_not_sent_is_rejected(ulong received)
    {
        PacketConnection client = await Connect();
        await client.SendAsync(new Acknowledge { Received = received });
        await SessionPair.Until(() => _accepted[0].CloseReason == PacketCloseReason.InvalidPacket);
    }

    [Test]
    public async Task A_full_window_makes_writes_wait_until_the_session_continues()
    {
        _server = Resuming(isServer: true, window: 2000);
        (PacketConnection client, Task<List<uint>> reading) = await ConnectReading();
        TaskCompletionSource isUp = new();
        Func<CutLink> connect = _connect;
        _connect = () => isUp.Task.IsCompleted ? connect() : throw new IOException("The network is down.");
        _link.Cut();
        await SessionPair.Until(() => client.Session!.IsInterrupted && _accepted[0].Session!.IsInterrupted);
        for (uint i = 1; i <= 50; i++)
        {
            await _accepted[0].SendAsync(i, new byte[100]);
            await (i <= 10 ? _accepted[0].FlushAsync().AsTask().WaitAsync(Limit) : Task.CompletedTask);
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
        _routes.AddQuestionAsync(async (state, _, cancellation) =>
        {
            for (uint i = 1; i <= Count; i++)
            {
                await state.SendAsync(i, new byte[500], cancellation);
                await state.FlushAsync(cancellation);
            }

            await state.CompleteAsync(cancellation);
        });
        (PacketConnection client, Task<List<uint>> reading) = await ConnectReading();
        await client.SendAsync(new Question());
        Assert.That(await reading.WaitAsync(Limit), Is.EqualTo(Enumerable.Range(1, Count).Select(i => (uint)i)));
    }

    [Test]
    public async Task A_silent_network_is_a_cut()
    {
        _client = Resuming(isServer: false, heartbeat: TimeSpan.FromSeconds(2));
        (PacketConnection client, Task<List<uint>> reading) = await ConnectReading();
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
        (PacketConnection client, Task<List<uint>> reading) = await ConnectReading();
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
        await reading.WaitAsync(Limit);
    }

    [Test]
    public async Task A_session_continues_from_another_address_at_a_full_server_which_refuses_others([Values] bool isClientCut)
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0), options: SessionPair.Options(_server), maxConnections: 1);
        Task<PacketConnection> accepting = listener.AcceptAsync();
        int received = 0;
        _routes.AddCount((PacketConnection _, in Count _) => received++);
        Task<PacketConnection> connecting = PacketConnection.ConnectAsync(listener.EndPoint, options: SessionPair.Options(_client));
        Serve(await accepting.WaitAsync(Limit));
        await using PacketConnection client = await connecting.WaitAsync(Limit);
        Task<List<uint>> reading = SessionPair.ReadIds(client);
        ResumableTransport server = (ResumableTransport)_accepted[0].Transport;
        await SessionPair.Until(() => !server.IsOpening);

        // It takes the connections that continue the session.
        accepting = listener.AcceptAsync();
        EndPoint? before = server.Socket!.RemoteEndPoint;
        (isClientCut ? (ResumableTransport)client.Transport : server).Socket!.Close();
        for (int i = 0; i < 5; i++)
        {
            await client.SendAsync(new Count());
        }

        await SessionPair.Until(() => received == 5 && listener.OpenConnections == 1);
        Assert.That(server.Socket!.RemoteEndPoint, Is.Not.EqualTo(before));
        Assert.That(accepting.IsCompleted, Is.False, "the application gets no connection for a cut");
        PacketConnectionException? refused = await Assert.ThrowsAsync<PacketConnectionException>(
            () => PacketConnection.ConnectAsync(listener.EndPoint, options: SessionPair.Options(_client)).WaitAsync(Limit));
        Assert.That(refused!.Refusal, Is.EqualTo(RefusalReason.Full));
        await _accepted[0].SendAsync(3, []);
        await _accepted[0].CompleteAsync();
        Assert.That(await reading.WaitAsync(Limit), Is.EqualTo((uint[])[3]));
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
                () => client.Poll(dispatcher) >= 0 && client.State == PacketClientState.Connected && _accepted[0].Transport is ResumableTransport { IsOpening: false });
            _link.Cut();
            Assert.That(client.TrySend(new Count()), Is.True);
            await SessionPair.Until(() => client.Poll(dispatcher) >= 0 && received == i);
        }

        Assert.That((log, _links), Is.EqualTo((new List<string> { "connected" }, 11)));
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
        (PacketConnection client, Task<List<uint>> reading) = await ConnectReading();
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
    private static ValueTask<uint> ReadId(PacketConnection connection) =>
        connection.ReadAllAsync().Select(static result => result.Packet.Id).FirstAsync(static id => id != Acknowledge.PacketId);

    private PacketConnectionOptions Options(PacketSessionOptions session) =>
        new() { Session = session, TimeProvider = _time, SendLimit = _sendLimit, HalfPacketTimeout = Timeout.InfiniteTimeSpan };

    private async Task<PacketConnection> Connect()
    {
        PacketConnection client = await PacketConnection.ConnectAsync(_ => ConnectOver()).WaitAsync(Limit);
        _clients.Add(client);
        await SessionPair.Until(() => _accepted[0].Transport is not ResumableTransport { IsOpening: true } || !_client.CanResume);
        return client;
    }

    private async Task<(PacketConnection Client, Task<List<uint>> Reading)> ConnectReading()
    {
        PacketConnection client = await Connect();
        return (client, SessionPair.ReadIds(client));
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
