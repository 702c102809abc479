namespace Codec.Tests.Transport;

/// <content>The objects that keep a connection alive, and those that a connection keeps alive.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task A_connection_that_is_never_disposed_is_collected_and_its_socket_closed()
    {
        const int Connections = 50;
        List<Socket> peers = [];
        List<WeakReference> forgotten = [];
        for (int i = 0; i < Connections; i++)
        {
            (WeakReference connection, Socket peer) = await Task.Run(ConnectAndForget);
            forgotten.Add(connection);
            peers.Add(peer);
        }

        AssertCollected(forgotten);
        foreach (Socket peer in peers)
        {
            // The end of the stream or a reset is expected, but no time-out.
            peer.ReceiveTimeout = (int)Limit.TotalMilliseconds;
            try
            {
                while (peer.Receive(new byte[100]) > 0)
                {
                }
            }
            catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
            {
            }

            peer.Dispose();
        }
    }

    [Test]
    public async Task Deadlines_apply_to_a_connection_that_only_a_pending_read_references()
    {
        FakeTimeProvider clock = new();
        (WeakReference weak, Task reading, Socket peer) = await Task.Run(async () =>
        {
            (PacketConnection connection, Socket socket) = await Connect(
                new PacketConnectionOptions { IdleTimeout = TimeSpan.FromSeconds(1), TimeProvider = clock });
            return (new WeakReference(connection), ReadAll(connection), socket);
        });
        using (peer)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Assert.That(weak.IsAlive, Is.True);
            await clock.UntilAsync(reading);
            PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
            Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.IdleTimeout));
        }
    }

    [Test]
    public async Task A_token_does_not_keep_a_connection_alive_whose_sends_were_not_awaited()
    {
        using CancellationTokenSource stop = new();
        WeakReference forgotten = await Task.Run(() => SendWithoutAwaiting(stop.Token));
        AssertCollected([forgotten]);
    }

    [Test]
    public async Task A_connection_does_not_keep_the_execution_context_of_its_creator_alive()
    {
        (PacketConnection connection, WeakReference held) = await Task.Run(ConnectInContext);
        AssertCollected([held]);
        await connection.DisposeAsync();
    }

    private static async Task<(WeakReference Connection, Socket Peer)> ConnectAndForget()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        await connection.SendAsync(1, new byte[10]);
        peer.Send([0, 0, 1, 0, 0, 0, 2, 0]);
        await foreach (var _ in connection.ReadAllAsync())
        {
            break;
        }

        return (new WeakReference(connection), peer);
    }

    private static async Task<(PacketConnection Connection, WeakReference Held)> ConnectInContext()
    {
        AsyncLocal<object?> local = new() { Value = new object() };
        WeakReference held = new(local.Value);

        SteppedStream stream = new(wholeWrites: 1);
        stream.EndWrite();
        PacketConnection connection = new(stream);
        await connection.SendAsync(1, [1]).ConfigureAwait(false);
        local.Value = null;
        return (connection, held);
    }

    private static async Task<WeakReference> SendWithoutAwaiting(CancellationToken cancellationToken)
    {
        SteppedStream stream = new(wholeWrites: int.MaxValue);
        PacketConnection connection = new(stream, options: new PacketConnectionOptions { SendLimit = 1 });
        for (int i = 0; i < 10; i++)
        {
#pragma warning disable CA2012 // The test is about tasks that nothing awaits.
            _ = connection.SendAsync(1, [], cancellationToken);
#pragma warning restore CA2012
            stream.EndWrite();
        }

        await connection.FlushAsync(CancellationToken.None);
        await connection.DisposeAsync();
        return new WeakReference(connection);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AssertCollected(IReadOnlyCollection<WeakReference> references)
    {
        // Pending work items of the thread pool may keep some objects alive for a moment.
        for (Stopwatch watch = Stopwatch.StartNew(); references.Any(static reference => reference.IsAlive) && watch.Elapsed < Limit; Thread.Yield())
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.That(references.Count(static reference => reference.IsAlive), Is.Zero, "still alive");
    }
}
