namespace Codec.Tests.Transport;

/// <summary>Tests a connection whose peer is simulated by the test.</summary>
public sealed partial class PacketConnectionTests
{
    private static readonly byte[] Garbage = "GET / HTTP/1.1\r\n\r\n"u8.ToArray();

    [Test]
    public async Task Peer_that_sends_single_bytes_is_dropped_after_the_half_packet_timeout()
    {
        FakeTimeProvider clock = new();
        (PacketConnection connection, Socket peer) = await Connect(
            new PacketConnectionOptions { HalfPacketTimeout = TimeSpan.FromMilliseconds(400), TimeProvider = clock });
        using (peer)
        {
            Task reading = ReadAll(connection);
            Task dripping = Task.Run(async () =>
            {
                // Sends a packet of 60,000 bytes one byte at a time, so that bytes are received at each check of the deadline.
                byte[] start = [0x60, 0xEA, 1, 0];
                for (int i = 0; !reading.IsCompleted; i++)
                {
                    peer.Send([i < 4 ? start[i] : (byte)0]);
                    await Task.Delay(1);
                }
            });

            await clock.UntilAsync(reading);

            PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
            Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.HalfPacketTimeout));
            await Assert.ThrowsAsync<PacketConnectionException>(async () => await connection.SendAsync(1, []));
            await dripping.ContinueWith(static _ => { }, TaskScheduler.Default);
        }

        await connection.DisposeAsync();
    }

    [Test]
    public async Task Disposing_sends_the_accepted_packets_and_ends_a_pending_read()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        Task reading = ReadAll(connection);
        for (int i = 0; i < 100; i++)
        {
            await connection.SendAsync(1, new byte[1000]);
        }

        await connection.DisposeAsync();

        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.Local));
        await using PacketConnection receiver = new(peer);
        Assert.That(await ReadAll(receiver).WaitAsync(Limit), Is.EqualTo(100));
        await Assert.ThrowsAsync<PacketConnectionException>(async () => await connection.SendAsync(1, []));
    }

    [Test]
    public async Task Completing_a_pair_of_pipes_completes_the_writer_and_leaves_the_reader_open()
    {
        Pipe there = new();
        Pipe back = new();
        await using PacketConnection left = new(new TestDuplexPipe(back.Reader, there.Writer));
        await using PacketConnection right = new(new TestDuplexPipe(there.Reader, back.Writer));
        await CompleteBothWays(left, right);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(async () => await left.SendAsync(5, []));
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.Local));
    }

    private static async Task CompleteBothWays(PacketConnection left, PacketConnection right)
    {
        await left.SendAsync(1, new byte[10]);
        await left.CompleteAsync().AsTask().WaitAsync(Limit);
        Assert.That(await ReadAll(right).WaitAsync(Limit), Is.EqualTo(1));

        for (int i = 0; i < 10; i++)
        {
            await right.SendAsync(2, new byte[1000]);
        }

        await right.CompleteAsync().AsTask().WaitAsync(Limit);
        Assert.That(await ReadAll(left).WaitAsync(Limit), Is.EqualTo(10));
        Assert.That((left.CloseReason, right.CloseReason), Is.EqualTo((PacketCloseReason.Local, PacketCloseReason.Remote)));
    }

    internal static async Task<int> ReadAll(PacketConnection connection, CancellationToken cancellationToken = default)
    {
        int count = 0;
        await foreach (PacketReadResult _ in connection.ReadAllAsync(cancellationToken))
        {
            count++;
        }

        return count;
    }

    internal static async Task<(PacketConnection Connection, Socket Peer)> Connect(
        PacketConnectionOptions? options = null, PacketFormat? format = null, int? socketBuffer = null)
    {
        (Socket client, Socket server) = await ConnectSockets(socketBuffer);
        return (new PacketConnection(client, format, options), server);
    }

    private static Task<(PacketConnection Connection, Socket Peer)> ConnectWithIdleTimeout(TimeProvider clock) => Connect(
        new PacketConnectionOptions { IdleTimeout = TimeSpan.FromMilliseconds(500), SendLimit = 100_000, TimeProvider = clock });

    internal static async Task<(Socket Client, Socket Server)> ConnectSockets(int? buffer = null)
    {
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.ReceiveBufferSize = buffer ?? listener.ReceiveBufferSize;
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Socket client = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        client.SendBufferSize = buffer ?? client.SendBufferSize;
        await client.ConnectAsync(listener.LocalEndPoint!);
        return (client, await listener.AcceptAsync());
    }
}
