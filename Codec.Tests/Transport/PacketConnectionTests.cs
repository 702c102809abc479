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
    public async Task Invalid_bytes_close_the_connection_and_the_exception_contains_a_hint()
    {
        (PacketConnection connection, Socket peer) = await Connect(format: new PacketFormat(maxPayloadSize: 1000));
        using (peer)
        {
            peer.Send(Garbage);
            InvalidPacketException? exception = await Assert.ThrowsAsync<InvalidPacketException>(() => ReadAll(connection).WaitAsync(Limit));
            Assert.That(exception!.Error, Is.EqualTo(PacketError.PayloadTooLarge));
            Assert.That(exception.Hint, Is.EqualTo(PacketHint.Http));
            Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.InvalidPacket));
        }

        await connection.DisposeAsync();
    }

    [Test]
    public async Task End_of_stream_inside_a_packet_throws()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        peer.Send([5, 0, 1, 0, 9]);
        peer.Dispose();
        InvalidPacketException? exception = await Assert.ThrowsAsync<InvalidPacketException>(() => ReadAll(connection).WaitAsync(Limit));
        Assert.That(exception!.Error, Is.EqualTo(PacketError.PayloadTruncated));
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
    public async Task Cancelled_read_loses_nothing()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        peer.Send([2, 0, 1, 0, 9]);
        using (CancellationTokenSource cancel = new(TimeSpan.FromMilliseconds(200)))
        {
            await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), () => ReadAll(connection, cancel.Token));
        }

        peer.Send([9]);
        peer.Dispose();
        Assert.That(await ReadAll(connection).WaitAsync(Limit), Is.EqualTo(1));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Packets_can_be_sent_over_pipes()
    {
        Pipe there = new();
        Pipe back = new();
        await using PacketConnection left = new(new TestDuplexPipe(back.Reader, there.Writer));
        await using PacketConnection right = new(new TestDuplexPipe(there.Reader, back.Writer));
        await left.SendAsync(5, new byte[10]);
        await foreach (PacketReadResult result in right.ReadAllAsync(new CancellationTokenSource(Limit).Token))
        {
            Assert.That(result.Packet.Id, Is.EqualTo(5));
            break;
        }
    }

    [Test]
    public async Task Completing_a_pair_of_pipes_completes_the_writer_and_leaves_the_reader_open()
    {
        Pipe there = new();
        Pipe back = new();
        await using PacketConnection left = new(new TestDuplexPipe(back.Reader, there.Writer));
        await using PacketConnection right = new(new TestDuplexPipe(there.Reader, back.Writer));
        await left.SendAsync(5, new byte[10]);
        await left.CompleteAsync();
        Assert.That(await ReadAll(right).WaitAsync(Limit), Is.EqualTo(1));

        await right.SendAsync(6, new byte[10]);
        await right.CompleteAsync();
        Assert.That(await ReadAll(left).WaitAsync(Limit), Is.EqualTo(1));
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(async () => await left.SendAsync(5, []));
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.Local));
    }

    private static async Task<int> ReadAll(PacketConnection connection, CancellationToken cancellationToken = default)
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
