using Codec.Sessions;

namespace Codec.Tests.Sessions;

/// <content>Leaving.</content>
public sealed partial class PacketSessionTests
{
    [Test]
    public async Task A_handler_kicks_its_client_in_one_call()
    {
        (PacketConnection client, PacketConnection server) = SessionPair.Connect(SessionPair.Plain, SessionPair.Plain);
        List<uint> dispatched = [];
        PacketRoutes<PacketConnection> routes = new();
        routes.AddDefault((PacketConnection state, in Packet packet) =>
        {
            dispatched.Add(packet.Id);
            ValueTask sent = state.SendAsync(packet.Id, []);
            _ = sent.IsCompleted;
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
        Assert.That((dispatched, received), Is.EqualTo((new List<uint> { 1 }, new List<uint> { 1 })));
        Assert.That((exception!.Reason, exception.Refusal, client.Session!.PeerLeave), Is.EqualTo((PacketCloseReason.Remote, RefusalReason.None, ((ushort)300, "cheater"))));
        Assert.That(exception.InnerException!.Message, Is.EqualTo("The peer left with the code 300: cheater"));
        await Assert.ThrowsAsync<PacketConnectionException>(() => client.SendAsync(1, []).AsTask());
        await Close(server, client);
        Assert.That((client.CloseReason, server.CloseReason), Is.EqualTo((PacketCloseReason.Remote, PacketCloseReason.Local)));
    }

    [Test]
    public async Task Packets_before_the_end_arrive_and_nothing_can_be_sent_afterwards()
    {
        const int Count = 1000;
        (PacketConnection client, PacketConnection server) = SessionPair.Connect(SessionPair.Plain, SessionPair.Plain);
        for (uint i = 0; i < Count; i++)
        {
            await server.SendAsync(i, new byte[100]);
        }

        server.Session!.Close();
        await Assert.ThrowsAsync<PacketConnectionException>(() => server.SendAsync(1, []).AsTask());
        uint received = 0;
        PacketConnectionException? end = await Assert.ThrowsAsync<PacketConnectionException>(async () =>
        {
            await foreach (PacketReadResult result in client.ReadAllAsync())
            {
                Assert.That(result.Packet.Id, Is.EqualTo(received++));
            }
        });
        Assert.That((received, client.Session!.PeerLeave, end!.InnerException!.Message), Is.EqualTo(((uint)Count, ((ushort)0, ""), "The peer left with the code 0.")));
        await server.DisposeAsync();
        await client.DisposeAsync();
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
    public async Task A_listener_drains()
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0), options: SessionPair.Options(SessionPair.Server));
        EndPoint endPoint = listener.EndPoint;
        List<PacketConnection> servers = [];
        Task accepting = Task.Run(async () =>
        {
            while (servers.Count < 3)
            {
                PacketConnection server = await listener.AcceptAsync();
                servers.Add(server);
                _ = SessionPair.ReadIds(server);
            }
        });
        List<PacketConnection> clients = [];
        for (int i = 0; i < 3; i++)
        {
            clients.Add(await PacketConnection.ConnectAsync(endPoint, options: SessionPair.Options(SessionPair.Client)).WaitAsync(Limit));
        }

        await accepting.WaitAsync(Limit);
        Task[] reading = [.. clients.Select(SessionPair.ReadIds)];
        await listener.DrainAsync(TimeSpan.FromSeconds(20), "restart").WaitAsync(Limit);
        foreach ((PacketConnection client, Task read) in clients.Zip(reading, (client, read) => (client, read)))
        {
            await Assert.ThrowsAsync<PacketConnectionException>(() => read.WaitAsync(Limit));
            Assert.That(client.Session!.PeerLeave, Is.EqualTo(((ushort)1, "restart")));
            await client.DisposeAsync();
        }

        Assert.That(servers.Select(server => server.CloseReason), Is.All.EqualTo(PacketCloseReason.Local));
        await Assert.ThrowsAsync<SocketException>(() => PacketConnection.ConnectAsync(endPoint));
    }

    [Test]
    public async Task A_connection_whose_accept_ends_during_a_drain_is_told()
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0), options: SessionPair.Options(SessionPair.Server));
        (Socket near, Socket far) = await Transport.PacketConnectionTests.ConnectSockets();
        await listener.DrainAsync(Limit, "restart").WaitAsync(Limit);
        await using PacketConnection server = listener.Open(far)!;
        await using PacketConnection client = new(near, options: SessionPair.Options(SessionPair.Client));
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => client.Session!.OpenAsync().WaitAsync(Limit));
        Assert.That(exception!.Refusal, Is.EqualTo(RefusalReason.Draining));
        Assert.That(exception.Message, Does.EndWith("restart"));
    }
}
