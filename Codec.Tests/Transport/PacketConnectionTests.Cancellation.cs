namespace Codec.Tests.Transport;

/// <content>Cancelling waits, which must not lose accepted or received packets.</content>
public sealed partial class PacketConnectionTests
{
    // Fixed buffers of the sockets. The system does not enlarge them while a test runs.
    private const int SocketBuffer = 64 * 1024;

    [Test]
    public async Task Connecting_can_be_cancelled()
    {
        using Socket full = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        full.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        full.Listen(1);
        using CancellationTokenSource cancel = new();
        await cancel.CancelAsync();
        await ThrowsCanceled(PacketConnection.ConnectAsync(full.LocalEndPoint!, cancellationToken: cancel.Token));

        // The listener does not accept connections, so connecting waits when its queue is full. On a busy machine, a connection can be made just before it is
        // cancelled.
        List<PacketConnection> connected = [];
        bool isCanceled = false;
        while (!isCanceled)
        {
            Assert.That(connected, Has.Count.LessThan(100), "the queue never fills");
            using CancellationTokenSource later = new(500);
            try
            {
                connected.Add(await PacketConnection.ConnectAsync(full.LocalEndPoint!, cancellationToken: later.Token).WaitAsync(Limit));
            }
            catch (OperationCanceledException)
            {
                isCanceled = true;
            }
        }

        foreach (PacketConnection connection in connected)
        {
            await connection.DisposeAsync();
        }
    }

    [Test]
    public async Task Dispatching_can_be_cancelled_inside_a_packet_and_continued()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        List<int> sizes = [];
        PacketRoutes<List<int>> routes = new PacketRoutes<List<int>>().AddRaw(1, static (List<int> state, in Codec.Framing.Packet packet) => state.Add(packet.PayloadSize));
        using PacketDispatcher<List<int>> dispatcher = new(routes, sizes, PacketDirections.Both);
        peer.Send([0, 0, 1, 0, 2, 0, 1, 0, 9]);
        using (CancellationTokenSource cancel = new(TimeSpan.FromMilliseconds(200)))
        {
            await ThrowsCanceled(connection.RunAsync(dispatcher, cancel.Token));
        }

        peer.Send([9]);
        peer.Shutdown(SocketShutdown.Send);
        await connection.RunAsync(dispatcher).WaitAsync(Limit);
        Assert.That(sizes, Is.EqualTo((List<int>)[0, 2]));
        await connection.DisposeAsync();
        peer.Dispose();
    }

    [Test]
    public async Task Disposing_gives_up_after_its_timeout_if_the_peer_reads_nothing()
    {
        FakeTimeProvider clock = new();
        (PacketConnection connection, Socket peer) = await Connect(new PacketConnectionOptions { SendLimit = 100_000_000, TimeProvider = clock }, socketBuffer: SocketBuffer);
        await Fill(connection);
        Task flushing = connection.FlushAsync().AsTask();
        Task closing = connection.DisposeAsync().AsTask();
        clock.Advance(PacketConnectionOptions.Default.CloseTimeout - PassingTime.Step);
        Assert.That(closing.IsCompleted, Is.False);
        clock.Advance(PassingTime.Step);
        await closing.WaitAsync(Limit);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => flushing.WaitAsync(Limit));
        Assert.That((exception!.Reason, exception.UnsentPackets > 0), Is.EqualTo((PacketCloseReason.Local, true)));
        peer.Dispose();
    }

    /// <summary>Sends more than the buffers of the peer and of the system can take, and returns the number of packets.</summary>
    private static async Task<int> Fill(PacketConnection connection)
    {
        // 24 MB, which is far more than the buffers of both sockets.
        const int Packets = 400;
        for (int i = 0; i < Packets; i++)
        {
            await connection.SendAsync(1, new byte[60_000]);
        }

        return Packets;
    }

    private static async Task ThrowsCanceled(Task task) =>
        await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), () => task.WaitAsync(Limit));
}
