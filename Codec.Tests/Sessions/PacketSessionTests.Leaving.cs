using Codec.Sessions;
using Codec.Tests.Asking;

namespace Codec.Tests.Sessions;

/// <content>Leaving, and being cut.</content>
public sealed partial class PacketSessionTests
{
    [Test]
    public async Task A_handler_kicks_its_client_in_one_call_after_what_it_has_sent()
    {
        (PacketConnection client, PacketConnection server) = SessionPair.Connect(SessionPair.Plain, SessionPair.Plain);
        List<uint> dispatched = [];
        PacketRoutes<PacketConnection> routes = new();
        routes.AddDefault((PacketConnection state, in Packet packet) =>
        {
            dispatched.Add(packet.Id);
            for (uint i = 0; i < 1000; i++)
            {
                ValueTask sent = state.SendAsync(i, new byte[10]);
                Assert.That(sent.IsCompleted, Is.True);
            }

            state.Session!.Close(300, "cheater");
            state.Session.Close(301, "again");
        });
        await client.SendAsync(1, []);
        await client.SendAsync(2, []);
        Task serving = SessionPair.Run(server, routes);
        List<uint> received = [];
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(async () =>
        {
            await foreach (PacketReadResult result in client.ReadAllAsync())
            {
                received.Add(result.Packet.Id);
            }
        });
        await serving.WaitAsync(Limit);
        Assert.That(dispatched, Is.EqualTo((uint[])[1]));
        Assert.That(received, Is.EqualTo(Enumerable.Range(0, 1000)));
        Assert.That((exception!.Reason, exception.Refusal, client.Session!.PeerLeave), Is.EqualTo((PacketCloseReason.Remote, RefusalReason.None, ((ushort)300, "cheater"))));
        Assert.That(exception.InnerException!.Message, Is.EqualTo("The peer left with the code 300: cheater"));
        foreach (PacketConnection closed in (PacketConnection[])[client, server])
        {
            await Assert.ThrowsAsync<PacketConnectionException>(() => closed.SendAsync(1, []).AsTask());
        }

        await Close(server, client);
        Assert.That((client.CloseReason, server.CloseReason), Is.EqualTo((PacketCloseReason.Remote, PacketCloseReason.Local)));
    }

    [Test]
    public async Task A_peer_that_does_not_leave_is_left_after_the_close_timeout()
    {
        (PacketConnection connection, PacketConnection peer) = SessionPair.ConnectRaw(SessionPair.Plain);
        await using (peer)
        {
            Task<List<uint>> reading = SessionPair.ReadIds(connection);
            Task leaving = connection.Session!.LeaveAsync(1, "", TimeSpan.FromMilliseconds(50));
            await peer.SendAsync(5, []);
            await leaving.WaitAsync(Limit);
            await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
            Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.Local));
            await connection.DisposeAsync();
        }
    }

    [Test]
    public async Task Packets_that_arrived_before_the_connection_failed_are_returned()
    {
        (PacketConnection connection, PacketConnection peer) = SessionPair.ConnectRaw(SessionPair.Plain);
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

        await Close(connection, peer);
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
        (PacketConnection connection, PacketConnection peer) = SessionPair.ConnectRaw(SessionPair.Client);
        Task opening = connection.Session!.OpenAsync();
        await peer.CompleteAsync();
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => opening.WaitAsync(Limit));
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.Remote));
        await Close(connection, peer);
    }

    [Test]
    public async Task A_reset_ends_a_session_in_each_state([Values("opening", "deciding", "open", "leaving")] string state)
    {
        (Socket client, Socket server) = await Transport.PacketConnectionTests.ConnectSockets();
        PacketSessionOptions options = new()
        {
            Protocol = SessionPair.Protocol,
            IsServer = true,
            Accept = hello => state == "deciding" ? Task.Delay(Limit) : hello.Welcome(),
        };
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
}
