using Codec.Sessions;
using Codec.Tests.Asking;

namespace Codec.Tests.Sessions;

/// <summary>Tests the handshake, the heartbeat and the end of a session between two connections.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed partial class PacketSessionTests
{
    private readonly List<PacketConnection> _connections = [];
    private readonly PacketRoutes<PacketConnection> _routes = new();

    [TearDown]
    public Task CloseAll() => Task.WhenAll(_connections.Select(static connection => connection.DisposeAsync().AsTask())).WaitAsync(Limit);

    [Test]
    public async Task The_handshake_exchanges_versions_and_tokens([Values(65280u, 100u)] uint firstId)
    {
        PacketSessionOptions accepting = new()
        {
            Protocol = SessionPair.Protocol,
            Version = "server 1",
            IsServer = true,
            FirstId = firstId,
            Accept = hello => hello.Token.Span.SequenceEqual("ticket"u8) ? hello.Welcome(new byte[] { 7 }) : hello.Refuse(RefusalReason.Refused),
        };
        PacketSessionOptions asking = new() { Protocol = SessionPair.Protocol, Version = "client 1", Token = "ticket"u8.ToArray(), FirstId = firstId };
        HandshakeObserver observer = new();
        (PacketConnection client, PacketConnection server) = Connect(asking, accepting, observer: observer);
        await SessionPair.Open(client, server);
        Assert.That(observer.Ids, Is.EqualTo((uint[])[Welcome.PacketId - Hello.PacketId + firstId]));
        Assert.That((client.Session!.Peer.Version, server.Session!.Peer.Version), Is.EqualTo(("server 1", "client 1")));
        Assert.That(client.Session.Peer.Token.ToArray(), Is.EqualTo((byte[])[7]));
        Assert.That(server.Session.Peer.Token.ToArray(), Is.EqualTo("ticket"u8.ToArray()));

        // Only 16 ids are the session's.
        uint[] ids = [firstId - 1, firstId + 16];
        await client.SendAsync(ids[0], []);
        await client.SendAsync(ids[1], []);
        await client.CompleteAsync();
        Assert.That(await SessionPair.ReadIds(server).WaitAsync(Limit), Is.EqualTo(ids));
    }

    [Test]
    public async Task Nothing_can_be_sent_before_the_end_of_the_handshake()
    {
        (PacketConnection client, PacketConnection server) = Connect(SessionPair.Client, SessionPair.Server);
        foreach (PacketConnection connection in (PacketConnection[])[client, server])
        {
            Assert.Throws<InvalidOperationException>(() => connection.SendAsync(1, []).AsTask());
            Assert.Throws<InvalidOperationException>(() => connection.Write(1, []));
            Assert.That(connection.Sends.TrySend(1, [], starts: true), Is.False);
        }

        await SessionPair.Open(client, server);
        await client.SendAsync(1, []);
    }

    [Test]
    public async Task A_refusal_or_a_failed_decision_reaches_the_client([Values("refused", "forgotten", "failed")] string how, [Values] bool isLate)
    {
        Func<PacketHello, Task> accept = hello =>
            how == "refused" ? hello.Refuse(RefusalReason.Full, "no room") : how == "forgotten" ? Task.CompletedTask : throw new HandlerException();
        (RefusalReason reason, string text) = how == "refused" ? (RefusalReason.Full, " no room") : (RefusalReason.Refused, "");
        (PacketConnection client, PacketConnection server) = Connect(SessionPair.Client, SessionPair.Accepting(!isLate ? accept : async hello =>
        {
            await Task.Delay(1);
            await accept(hello);
            await (how == "refused" ? hello.Welcome() : Task.CompletedTask);
        }));
        Task<List<uint>> atServer = SessionPair.ReadIds(server);
        PacketConnectionException? refused = await Assert.ThrowsAsync<PacketConnectionException>(() => client.Session!.OpenAsync().WaitAsync(Limit));
        Assert.That((refused!.Refusal, refused.Reason), Is.EqualTo((reason, PacketCloseReason.Remote)));
        Assert.That(refused.Message, Does.EndWith($"The server refused the session: {reason}.{text}"));
        Assert.That((await atServer.WaitAsync(Limit), server.Session!.IsOpen), Is.EqualTo((new List<uint>(), false)));
        await CloseAll();
        Assert.That((client.CloseReason, server.CloseReason), Is.EqualTo((PacketCloseReason.Remote, PacketCloseReason.Local)));
    }

    [Test]
    public async Task A_handshake_that_takes_too_long_ends([Values] bool isServer)
    {
        FakeTimeProvider clock = new();
        (PacketConnection connection, PacketConnection peer) = Connect(isServer ? SessionPair.Server : SessionPair.Client, time: clock);
        Task<List<uint>> reading = SessionPair.ReadIds(connection);
        Task<List<uint>> atPeer = SessionPair.ReadIds(peer);
        await clock.UntilAsync(isServer ? atPeer : reading);
        await (isServer ? peer.DisposeAsync() : default);
        await SessionPair.Until(() => connection.CloseReason == PacketCloseReason.IdleTimeout);
        Assert.That(isServer ? (await atPeer).Single() : Refusal.PacketId, Is.EqualTo(Refusal.PacketId));
        PacketConnectionException? exception = isServer ? null : await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
        Assert.That(exception?.Refusal, isServer ? Is.Null : Is.EqualTo(RefusalReason.HandshakeTimeout));
        Assert.That(clock.GetUtcNow() - clock.Start, Is.InRange(TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(14)));
    }

    [Test]
    public async Task A_stop_of_the_process_ends_no_session_whose_peer_kept_sending()
    {
        JumpingClock clock = new();
        (PacketConnection client, PacketConnection server) = Connect(SessionPair.Beating, SessionPair.Plain, clock);
        int received = 0;
        _routes.AddRaw(1, (PacketConnection _, in Packet _) => received++);
        Task atClient = SessionPair.Run(client, _routes);
        Task<List<uint>> atServer = SessionPair.ReadIds(server);
        for (int i = 1; i <= 20; i++)
        {
            clock.Jump(3600);
            await server.SendAsync(1, []);
            await SessionPair.Until(() => received == i);
        }

        Assert.That((client.CloseReason, server.CloseReason), Is.EqualTo((PacketCloseReason.None, PacketCloseReason.None)));
        await client.CompleteAsync();
        await server.CompleteAsync();
        await Task.WhenAll(atClient, atServer).WaitAsync(Limit);
    }

    [Test]
    public async Task A_dead_peer_is_found_within_the_interval_and_the_timeout()
    {
        FakeTimeProvider clock = new();
        Task<List<uint>> reading = SessionPair.ReadIds(Connect(SessionPair.Beating, time: clock).Client);
        long start = clock.GetTimestamp();
        await clock.UntilAsync(reading);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.IdleTimeout));
        Assert.That(clock.GetElapsedTime(start), Is.InRange(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(3.1)));
    }

    [Test]
    public async Task A_handler_kicks_its_client_in_one_call_after_what_it_has_sent()
    {
        (PacketConnection client, PacketConnection server) = Connect(SessionPair.Plain, SessionPair.Plain);
        List<uint> dispatched = [];
        _routes.AddDefault((PacketConnection state, in Packet packet) =>
        {
            dispatched.Add(packet.Id);
            Assert.That(Enumerable.Range(0, 1000).Count(i => state.SendAsync((uint)i, new byte[10]).AsTask().Status == TaskStatus.RanToCompletion), Is.EqualTo(1000));
            state.Session!.Close(300, "cheater");
            state.Session.Close(301, "again");
        });
        await client.SendAsync(1, []);
        await client.SendAsync(2, []);
        Task serving = SessionPair.Run(server, _routes);
        List<uint> received = [];
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => SessionPair.ReadIds(client, received));
        await serving.WaitAsync(Limit);
        Assert.That(dispatched, Is.EqualTo((uint[])[1]));
        Assert.That(received, Is.EqualTo(Enumerable.Range(0, 1000)));
        Assert.That((exception!.Reason, exception.Refusal, client.Session!.PeerLeave), Is.EqualTo((PacketCloseReason.Remote, RefusalReason.None, ((ushort)300, "cheater"))));
        Assert.That(exception.InnerException!.Message, Is.EqualTo("The peer left with the code 300: cheater"));
        foreach (PacketConnection closed in (PacketConnection[])[client, server])
        {
            await Assert.ThrowsAsync<PacketConnectionException>(() => closed.SendAsync(1, []).AsTask());
        }

        await CloseAll();
        Assert.That((client.CloseReason, server.CloseReason), Is.EqualTo((PacketCloseReason.Remote, PacketCloseReason.Local)));
    }

    [Test]
    public async Task A_peer_that_does_not_leave_is_left_after_the_close_timeout()
    {
        (PacketConnection connection, PacketConnection peer) = Connect(SessionPair.Plain);
        Task<List<uint>> reading = SessionPair.ReadIds(connection);
        Task leaving = connection.Session!.LeaveAsync(1, "", TimeSpan.FromMilliseconds(50));
        await peer.SendAsync(5, []);
        await leaving.WaitAsync(Limit);
        await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.Local));
    }

    [Test]
    public async Task Packets_that_arrived_before_the_connection_failed_are_returned()
    {
        (PacketConnection connection, PacketConnection peer) = Connect(SessionPair.Plain);
        await peer.SendAsync(5, []);
        await peer.SendAsync(new Ping());
        await peer.SendAsync(6, []);
        await peer.FlushAsync();
        await using (IAsyncEnumerator<PacketReadResult> packets = connection.ReadAllAsync().GetAsyncEnumerator())
        {
            Assert.That((await packets.MoveNextAsync(), packets.Current.Packet.Id), Is.EqualTo((true, 5u)));
            connection.Close(PacketCloseReason.Remote, null);
            Assert.That((await packets.MoveNextAsync(), packets.Current.Packet.Id), Is.EqualTo((true, 6u)));
            await Assert.ThrowsAsync<PacketConnectionException>(() => packets.MoveNextAsync().AsTask());
        }
    }

    [Test]
    public async Task A_listener_drains_also_a_connection_whose_accept_ends_meanwhile()
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0), options: SessionPair.Options(SessionPair.Server));
        EndPoint endPoint = listener.EndPoint;
        Task<PacketConnection> connecting = PacketConnection.ConnectAsync(endPoint, options: SessionPair.Options(SessionPair.Client));
        PacketConnection server = await listener.AcceptAsync().WaitAsync(Limit);
        Task serving = SessionPair.ReadIds(server);
        await using PacketConnection client = await connecting.WaitAsync(Limit);
        Task reading = SessionPair.ReadIds(client);
        await listener.DrainAsync(TimeSpan.FromSeconds(20), "restart").WaitAsync(Limit);
        await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        await serving.WaitAsync(Limit);
        Assert.That((client.Session!.PeerLeave, server.CloseReason), Is.EqualTo((((ushort)1, "restart"), PacketCloseReason.Local)));
        await Assert.ThrowsAsync<SocketException>(() => PacketConnection.ConnectAsync(endPoint));

        (Socket near, Socket far) = await Transport.PacketConnectionTests.ConnectSockets();
        await using PacketConnection late = listener.Open(far)!;
        await using PacketConnection refused = new(near, options: SessionPair.Options(SessionPair.Client));
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => refused.Session!.OpenAsync().WaitAsync(Limit));
        Assert.That((exception!.Refusal, exception.Message.EndsWith("restart", StringComparison.Ordinal)), Is.EqualTo((RefusalReason.Draining, true)));
    }

    [Test]
    public async Task Waiting_for_the_handshake_fails_if_the_peer_ends()
    {
        (PacketConnection connection, PacketConnection peer) = Connect(SessionPair.Client);
        Task opening = connection.Session!.OpenAsync();
        await peer.CompleteAsync();
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => opening.WaitAsync(Limit));
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.Remote));
    }

    [Test]
    public async Task A_reset_ends_a_session_in_each_state([Values("opening", "deciding", "open", "leaving")] string state)
    {
        (Socket client, Socket server) = await Transport.PacketConnectionTests.ConnectSockets();
        PacketSessionOptions options = SessionPair.Accepting(hello => state == "deciding" ? Task.Delay(Limit) : hello.Welcome());
        await using PacketConnection connection = new(server, options: SessionPair.Options(options));
        Task reading = SessionPair.ReadIds(connection);
        Task<Total>? asked = null;
        if (state != "opening")
        {
            client.Send(PacketEncoder.Encode(new Hello { ToServer = 1, ToClient = 2, Version = "1" }));
            await SessionPair.Until(() => connection.Session!.Peer.Version == "1");
        }

        if (state is "open" or "leaving")
        {
            await SessionPair.Until(() => connection.Session!.IsOpen);
            asked = connection.Session!.AskAsync(new Count()).AsTask();
        }

        if (state == "leaving")
        {
            connection.Session!.Close(300, "bye");
        }

        client.LingerState = new LingerOption(true, 0);
        client.Dispose();
        await Task.WhenAll(reading, asked ?? reading).ContinueWith(static _ => { }, TaskScheduler.Default).WaitAsync(Limit);
        Assert.That((connection.Session!.IsOpen, asked?.Exception?.InnerException is null or PacketRequestException), Is.EqualTo((false, true)));
        await connection.DisposeAsync().AsTask().WaitAsync(Limit);
        Assert.That(connection.CloseReason, Is.EqualTo(state == "leaving" ? PacketCloseReason.Local : PacketCloseReason.Remote));
    }

    /// <summary>Creates both sides, which the end of the test disposes.</summary>
    private (PacketConnection Client, PacketConnection Server) Connect(
        PacketSessionOptions client, PacketSessionOptions? server = null, TimeProvider? time = null, PacketConnectionObserver? observer = null)
    {
        (PacketConnection, PacketConnection) pair = SessionPair.Connect(client, server, time, observer);
        _connections.AddRange([pair.Item1, pair.Item2]);
        return pair;
    }

    private sealed class HandshakeObserver : PacketConnectionObserver
    {
        internal List<uint> Ids { get; } = [];

        public override void Sent(PacketConnection connection, in Packet packet) => Ids.Add(packet.Id);
    }
}
