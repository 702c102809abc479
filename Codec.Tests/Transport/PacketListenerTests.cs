namespace Codec.Tests.Transport;

/// <summary>Tests listening, and connecting to listeners.</summary>
public sealed partial class PacketListenerTests
{
    [Test]
    public void Invalid_connection_options_are_rejected_by_the_constructor()
    {
        IPEndPoint anywhere = new(IPAddress.Loopback, 0);
        Assert.That(
            () => new PacketListener(anywhere, options: new PacketConnectionOptions { SendLimit = 0 }),
            Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("SendLimit must be at least 1, not 0."));
        Assert.That(
            () => new PacketListener(anywhere, options: new PacketConnectionOptions { CloseTimeout = TimeSpan.FromSeconds(-5) }),
            Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("CloseTimeout").And.Message.Contains("-00:00:05"));
    }

    private static Task Timed(Task task) => task.WaitAsync(Limit);

    private static Task<T> Timed<T>(Task<T> task) => task.WaitAsync(Limit);

    private static async Task<int> CountAsync(PacketConnection connection)
    {
        int count = 0;
        using CancellationTokenSource limit = new(Limit);
        await foreach (PacketReadResult _ in connection.ReadAllAsync(limit.Token))
        {
            count++;
        }

        return count;
    }

    [Test]
    public void A_maximum_of_connections_below_1_is_rejected([Values(0, -1, int.MinValue)] int max) =>
        Assert.That(
            () => Listen(max),
            Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains($"The maxConnections must be greater than zero, but was {max}."));

    [Test]
    public async Task Peers_over_the_limit_are_reset_until_a_connection_is_disposed()
    {
        using PacketListener listener = Listen(2);
        (PacketConnection first, PacketConnection firstPeer) = await Pair(listener);
        (PacketConnection second, PacketConnection secondPeer) = await Pair(listener);
        Task<PacketConnection> accepting = listener.AcceptAsync();
        for (int i = 0; i < 3; i++)
        {
            await AssertReset(listener.EndPoint);
        }

        Assert.That((accepting.IsCompleted, listener.OpenConnections), Is.EqualTo((false, 2)));
        await first.DisposeAsync();
        await using PacketConnection third = await PacketConnection.ConnectAsync(listener.EndPoint);
        await using PacketConnection accepted = await Timed(accepting);
        Assert.That(listener.OpenConnections, Is.EqualTo(2));

        await third.SendAsync(1, new byte[10]);
        await third.CompleteAsync();
        Assert.That(await Timed(CountAsync(accepted)), Is.EqualTo(1));
        await second.DisposeAsync();
        await firstPeer.DisposeAsync();
        await secondPeer.DisposeAsync();
    }

    [Test]
    public async Task A_connection_is_counted_after_a_handler_exception_but_not_after_an_invalid_packet()
    {
        using PacketListener listener = Listen(10, maxPayloadSize: 100);
        (PacketConnection connection, PacketConnection peer) = await Pair(listener);
        PacketRoutes<object?> routes = new PacketRoutes<object?>()
            .AddRaw(1, static (object? _, in Packet _) => throw new FormatException("The handler's."));
        using PacketDispatcher<object?> dispatcher = new(routes, null, PacketDirections.Both);
        await peer.SendAsync(1, new byte[10]);
        await Assert.ThrowsAsync<FormatException>(() => Timed(connection.RunAsync(dispatcher)));
        Assert.That(listener.OpenConnections, Is.EqualTo(1), "it stays open");

        await peer.SendAsync(1, new byte[200]);
        await Assert.ThrowsAsync<InvalidPacketException>(() => Timed(connection.RunAsync(dispatcher)));
        Assert.That(listener.OpenConnections, Is.Zero);
        await connection.DisposeAsync();
        Assert.That(listener.OpenConnections, Is.Zero);
        await peer.DisposeAsync();
    }

    [Test]
    public async Task An_accept_that_is_cancelled_or_fails_does_not_change_the_count()
    {
        PacketListener listener = Listen(1);
        using (CancellationTokenSource cancel = new())
        {
            Task<PacketConnection> canceled = listener.AcceptAsync(cancel.Token);
            cancel.Cancel();
            await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), () => Timed(canceled));
        }

        Assert.That(listener.OpenConnections, Is.Zero);
        (PacketConnection connection, PacketConnection peer) = await Pair(listener);
        Task<PacketConnection> failed = listener.AcceptAsync();
        listener.Dispose();
        await Assert.ThrowsAsync(Is.InstanceOf<SocketException>().Or.InstanceOf<ObjectDisposedException>(), () => Timed(failed));
        Assert.That(listener.OpenConnections, Is.EqualTo(1));

        await connection.DisposeAsync();
        Assert.That(listener.OpenConnections, Is.Zero);
        await peer.DisposeAsync();
    }

    [Test]
    public async Task Disposing_ends_a_pending_accept_with_an_ObjectDisposedException([Values] bool isCancelable)
    {
        using CancellationTokenSource source = new();
        PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0));
        Task accepting = listener.AcceptAsync(isCancelable ? source.Token : default);
        listener.Dispose();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => Timed(accepting));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => Timed(listener.AcceptAsync()));
    }

    [Test]
    public async Task A_peer_that_connects_after_an_accept_was_cancelled_is_closed_with_the_listener()
    {
        using PacketListener listener = Listen(1);
        using CancellationTokenSource cancel = new();
        Task<PacketConnection> canceled = listener.AcceptAsync(cancel.Token);
        cancel.Cancel();
        await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), () => Timed(canceled));
        await using PacketConnection peer = await Timed(PacketConnection.ConnectAsync(listener.EndPoint));

        // On netstandard, the accept that continues gets the peer.
        await Task.Delay(100);
        listener.Dispose();
        Task<int> counting = CountAsync(peer);
        await Timed(Task.WhenAny(counting));
        Assert.That(counting.Exception?.InnerException, Is.Null.Or.InstanceOf<PacketConnectionException>());
        Assert.That(counting.IsCanceled, Is.False, "It ends before its time limit.");
    }

    [Test]
    public async Task An_accepted_connection_that_sent_nothing_is_disposed_without_waiting()
    {
        using PacketListener listener = Listen(1);
        (PacketConnection accepted, PacketConnection peer) = await Pair(listener);
        ValueTask disposing = accepted.DisposeAsync();
        Assert.That(disposing.IsCompletedSuccessfully, Is.True);
        await disposing;
        Assert.That((await Timed(CountAsync(peer)), listener.OpenConnections), Is.EqualTo((0, 0)));
        await peer.DisposeAsync();
    }

    private static PacketListener Listen(int maxConnections, int maxPayloadSize = 1000) =>
        new(
            new IPEndPoint(IPAddress.Loopback, 0),
            new PacketFormat(maxPayloadSize: maxPayloadSize),
            maxConnections: maxConnections);

    private static async Task<(PacketConnection Accepted, PacketConnection Peer)> Pair(PacketListener listener)
    {
        Task<PacketConnection> accepting = listener.AcceptAsync();
        PacketConnection peer = await Timed(PacketConnection.ConnectAsync(listener.EndPoint));
        return (await Timed(accepting), peer);
    }

    private static async Task AssertReset(EndPoint endPoint)
    {
        try
        {
            await using PacketConnection refused = await Timed(PacketConnection.ConnectAsync(endPoint));
            PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => Timed(CountAsync(refused)));
            Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.Remote));
        }
        catch (SocketException)
        {
            // The connection was reset before connecting completed.
        }
    }
}
