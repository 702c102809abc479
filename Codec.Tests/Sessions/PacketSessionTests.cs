using Codec.Sessions;

namespace Codec.Tests.Sessions;

/// <summary>Tests the handshake and the heartbeat of a session between two connections.</summary>
public sealed partial class PacketSessionTests
{
    private static readonly TimeSpan Limit = SessionPair.Limit;

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
        (PacketConnection client, PacketConnection server) = SessionPair.Connect(asking, accepting, observer: observer);
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
        await Close(client, server);
    }

    [Test]
    public async Task Nothing_can_be_sent_before_the_end_of_the_handshake()
    {
        (PacketConnection client, PacketConnection server) = SessionPair.Connect(SessionPair.Client, SessionPair.Server);
        foreach (PacketConnection connection in (PacketConnection[])[client, server])
        {
            Assert.Throws<InvalidOperationException>(() => connection.SendAsync(1, []).AsTask());
            Assert.Throws<InvalidOperationException>(() => connection.Write(1, []));
            Assert.That(connection.Sends.TrySend(1, [], starts: true), Is.False);
        }

        await SessionPair.Open(client, server);
        await client.SendAsync(1, []);
        await Close(client, server);
    }

    private static IEnumerable<TestCaseData> Refusals()
    {
        (string Name, Func<PacketHello, Task> Accept, RefusalReason Reason, string Text)[] refusals =
        [
            ("refused", hello => hello.Refuse(RefusalReason.Full, "no room"), RefusalReason.Full, " no room"),
            ("forgotten", _ => Task.CompletedTask, RefusalReason.Refused, ""),
            ("failed", _ => throw new HandlerException(), RefusalReason.Refused, ""),
        ];
        foreach ((string name, Func<PacketHello, Task> accept, RefusalReason reason, string text) in refusals)
        {
            yield return new TestCaseData(accept, reason, text).SetArgDisplayNames(name);
            Func<PacketHello, Task> later = async hello =>
            {
                await Task.Delay(1);
                await accept(hello);
                await (name == "refused" ? hello.Welcome() : Task.CompletedTask);
            };
            yield return new TestCaseData(later, reason, text).SetArgDisplayNames(name + " later");
        }
    }

    [TestCaseSource(nameof(Refusals))]
    public async Task A_refusal_or_a_failed_decision_reaches_the_client(Func<PacketHello, Task> accept, RefusalReason reason, string text)
    {
        PacketSessionOptions refusing = new() { Protocol = SessionPair.Protocol, IsServer = true, Accept = accept };
        (PacketConnection client, PacketConnection server) = SessionPair.Connect(SessionPair.Client, refusing);
        Task<List<uint>> atServer = SessionPair.ReadIds(server);
        PacketConnectionException? refused = await Assert.ThrowsAsync<PacketConnectionException>(() => client.Session!.OpenAsync().WaitAsync(Limit));
        Assert.That((refused!.Refusal, refused.Reason), Is.EqualTo((reason, PacketCloseReason.Remote)));
        Assert.That(refused.Message, Does.EndWith($"The server refused the session: {reason}.{text}"));
        Assert.That((await atServer.WaitAsync(Limit), server.Session!.IsOpen), Is.EqualTo((new List<uint>(), false)));
        await Close(client, server);
        Assert.That((client.CloseReason, server.CloseReason), Is.EqualTo((PacketCloseReason.Remote, PacketCloseReason.Local)));
    }

    [Test]
    public async Task A_handshake_that_takes_too_long_ends([Values] bool isServer)
    {
        FakeTimeProvider clock = new();
        (PacketConnection connection, PacketConnection peer) = SessionPair.ConnectRaw(isServer ? SessionPair.Server : SessionPair.Client, clock);
        Task<List<uint>> reading = SessionPair.ReadIds(connection);
        Task<List<uint>> atPeer = SessionPair.ReadIds(peer);
        Task both = isServer ? atPeer : reading;
        await clock.UntilAsync(both);
        if (isServer)
        {
            Assert.That(await atPeer, Is.EqualTo((uint[])[Refusal.PacketId]));
            await peer.DisposeAsync();
            await SessionPair.Until(() => connection.CloseReason == PacketCloseReason.IdleTimeout);
        }
        else
        {
            PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
            Assert.That((exception!.Reason, exception.Refusal), Is.EqualTo((PacketCloseReason.IdleTimeout, RefusalReason.HandshakeTimeout)));
        }

        Assert.That(clock.GetUtcNow() - clock.Start, Is.InRange(TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(14)));
        await Close(peer, connection);
    }

    [Test]
    public async Task A_stop_of_the_process_ends_no_session_whose_peer_kept_sending()
    {
        JumpingClock clock = new();
        PacketSessionOptions beating = new() { HeartbeatInterval = TimeSpan.FromSeconds(1) };
        (PacketConnection client, PacketConnection server) = SessionPair.Connect(beating, SessionPair.Plain, clock);
        int received = 0;
        PacketRoutes<PacketConnection> routes = new();
        routes.AddRaw(1, (PacketConnection _, in Packet _) => received++);
        Task atClient = SessionPair.Run(client, routes);
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
        await Close(client, server);
    }

    [Test]
    public async Task A_dead_peer_is_found_within_the_interval_and_the_timeout()
    {
        FakeTimeProvider clock = new();
        PacketSessionOptions beating = new() { HeartbeatInterval = TimeSpan.FromSeconds(1) };
        (PacketConnection connection, PacketConnection peer) = SessionPair.ConnectRaw(beating, clock);
        Task<List<uint>> reading = SessionPair.ReadIds(connection);
        long start = clock.GetTimestamp();
        await clock.UntilAsync(reading);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.IdleTimeout));
        Assert.That(clock.GetElapsedTime(start), Is.InRange(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(3.1)));
        await Close(connection, peer);
    }

    private static async Task Close(PacketConnection left, PacketConnection right)
    {
        await left.DisposeAsync();
        await right.DisposeAsync();
    }

    private sealed class HandshakeObserver : PacketConnectionObserver
    {
        internal List<uint> Ids { get; } = [];

        public override void Sent(PacketConnection connection, in Packet packet) => Ids.Add(packet.Id);
    }
}
