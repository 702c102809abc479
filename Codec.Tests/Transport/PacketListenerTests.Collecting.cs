namespace Codec.Tests.Transport;

/// <content>Connections that are never disposed. Mono's conservative garbage collector may not collect them.</content>
public sealed partial class PacketListenerTests
{
    [Test]
    public async Task An_undisposed_connection_is_counted_until_it_is_garbage_collected()
    {
        using PacketListener listener = Listen(1);
        await using PacketConnection peer = await Task.Run(() => ForgetAccepted(listener));
        for (Stopwatch watch = Stopwatch.StartNew(); listener.OpenConnections > 0 && watch.Elapsed < Limit; Thread.Yield())
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.That(listener.OpenConnections, Is.Zero);
        (PacketConnection next, PacketConnection nextPeer) = await Pair(listener);
        await next.DisposeAsync();
        await nextPeer.DisposeAsync();
    }

    [Test]
    [NonParallelizable] // The memory and the handles of the process are counted.
    public async Task Clients_that_drop_leave_no_memory_no_handles_and_no_timers()
    {
        const int Clients = 1000;
        TimerCountingClock clock = new();
        PacketConnectionOptions options = new() { TimeProvider = clock };
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0), options: options);
        List<long> left = [];

        // The first round creates what the process keeps. What else it allocates, it allocates in some rounds only.
        while (left.Count < 2 || (left.Count < 6 && left.Skip(1).Min() > Clients * 50L))
        {
            long memory = GC.GetTotalMemory(forceFullCollection: true);
            int handles = Handles();
            WeakReference[] served = await Timed(Task.Run(() => ServeAndDrop(listener, Clients)));
            for (Stopwatch watch = Stopwatch.StartNew(); watch.Elapsed < Limit && IsAnythingLeft(); Thread.Sleep(10))
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }

            Assert.That((served.Count(static one => one.IsAlive), clock.Timers, listener.OpenConnections), Is.EqualTo((0, 0, 0)));
            Assert.That(Handles(), Is.LessThanOrEqualTo(handles + 4), "handles");
            left.Add(GC.GetTotalMemory(forceFullCollection: true) - memory);

            bool IsAnythingLeft() =>
                clock.Timers + listener.OpenConnections > 0 || Handles() > handles + 4 || served.Any(static one => one.IsAlive);
        }

        Assert.That(left.Skip(1).Min(), Is.LessThanOrEqualTo(Clients * 50L), "bytes");

        static int Handles() => Directory.Exists("/proc/self/fd") ? Directory.GetFileSystemEntries("/proc/self/fd").Length : 0;
    }

    /// <summary>Answers a packet of each client. Then half of the clients reset their connections, and the others end them.</summary>
    private static async Task<WeakReference[]> ServeAndDrop(PacketListener listener, int clients)
    {
        Socket[] sockets = new Socket[clients];
        Task<WeakReference>[] serving = new Task<WeakReference>[clients];
        for (int i = 0; i < clients; i++)
        {
            Task<PacketConnection> accepting = listener.AcceptAsync();
            sockets[i] = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await sockets[i].ConnectAsync(listener.EndPoint);
            serving[i] = Serve(await accepting);
            sockets[i].Send([0, 0, 7, 0]);
        }

        for (int i = 0; i < clients; i++)
        {
            Assert.That(sockets[i].Receive(new byte[5]), Is.EqualTo(4));
            if (i % 2 == 0)
            {
                sockets[i].LingerState = new LingerOption(true, 0);
            }

            sockets[i].Dispose();
        }

        return await Task.WhenAll(serving);

        static async Task<WeakReference> Serve(PacketConnection connection)
        {
            await using (connection)
            {
                try
                {
                    await foreach (PacketReadResult result in connection.ReadAllAsync())
                    {
                        await connection.SendAsync(result.Packet.Id, []);
                    }
                }
                catch (PacketConnectionException)
                {
                    // The client has reset the connection.
                }
            }

            return new WeakReference(connection);
        }
    }

    private static async Task<PacketConnection> ForgetAccepted(PacketListener listener)
    {
        (PacketConnection _, PacketConnection peer) = await Pair(listener);
        Assert.That(listener.OpenConnections, Is.EqualTo(1));
        return peer;
    }
}
