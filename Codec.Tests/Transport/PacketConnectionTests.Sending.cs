namespace Codec.Tests.Transport;

/// <content>Sending packets.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task Packets_from_many_threads_arrive_complete_and_in_the_order_of_each_thread()
    {
        const int Threads = 8;
        const int Each = 2000;
        (PacketConnection connection, Socket peer) = await Connect();
        await using PacketConnection receiver = new(peer);
        Task sending = Task.WhenAll(Enumerable.Range(0, Threads).Select(thread => Task.Run(async () =>
        {
            for (int i = 0; i < Each; i++)
            {
                byte[] payload = new byte[4 + (i % 200)];
                BitConverter.TryWriteBytes(payload, i);
                await connection.SendAsync((uint)thread, payload);
            }
        }))).ContinueWith(_ => connection.CompleteAsync().AsTask(), TaskScheduler.Default).Unwrap();

        int[] next = new int[Threads];
        await foreach (PacketReadResult result in receiver.ReadAllAsync(new CancellationTokenSource(Limit).Token))
        {
            int number = BitConverter.ToInt32(result.Packet.Raw.ToArray(), PacketHeader.ByteCount);
            Assert.That(number, Is.EqualTo(next[result.Packet.Id]++));
            Assert.That(result.Packet.Raw.Length, Is.EqualTo(PacketHeader.ByteCount + 4 + (number % 200)));
        }

        await sending;
        await connection.DisposeAsync();
        Assert.That(next, Is.All.EqualTo(Each));
    }

    [Test]
    public async Task Slow_reader_makes_a_fast_sender_wait()
    {
        (PacketConnection connection, Socket peer) = await Connect(new PacketConnectionOptions { SendLimit = 100_000 });
        byte[] payload = new byte[10_000];
        int sent = 0;
        Task waiting;
        do
        {
            waiting = connection.SendAsync(1, payload).AsTask();
            sent++;
            await Task.WhenAny(waiting, Task.Delay(200));
        }
        while (waiting.IsCompleted && sent < 100_000);

        Assert.That(waiting.IsCompleted, Is.False, "the sender was never held back");

        await using PacketConnection receiver = new(peer);
        await foreach (PacketReadResult _ in receiver.ReadAllAsync())
        {
            if (--sent == 0)
            {
                break;
            }
        }

        await waiting.WaitAsync(Limit);
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Cancelling_a_send_ends_its_wait_but_the_packet_is_still_sent()
    {
        (PacketConnection connection, Socket peer) = await Connect(new PacketConnectionOptions { SendLimit = 1000 });
        using CancellationTokenSource cancel = new(TimeSpan.FromMilliseconds(500));
        byte[] payload = new byte[50_000];
        int sent = 0;
        await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), async () =>
        {
            while (true)
            {
                sent++;
                await connection.SendAsync(1, payload, cancel.Token);
            }
        });

        await using PacketConnection receiver = new(peer);
        int received = 0;
        await foreach (PacketReadResult _ in receiver.ReadAllAsync())
        {
            if (++received == sent)
            {
                break;
            }
        }

        Assert.That(received, Is.EqualTo(sent));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Reset_during_a_send_reports_the_number_of_unsent_packets()
    {
        (PacketConnection connection, Socket peer) = await Connect(new PacketConnectionOptions { SendLimit = 10_000_000 });
        byte[] payload = new byte[50_000];
        for (int i = 0; i < 150; i++)
        {
            await connection.SendAsync(1, payload);
        }

        peer.LingerState = new LingerOption(true, 0);
        peer.Dispose();

        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => connection.FlushAsync().AsTask().WaitAsync(Limit));
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.Remote));
        Assert.That(exception.UnsentPackets, Is.InRange(1, 150));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Packet_that_no_send_buffer_can_take_at_once_arrives_complete()
    {
        (PacketConnection connection, Socket peer) = await Connect(socketBuffer: 4096);
        await using PacketConnection receiver = new(peer);
        byte[] payload = new byte[60_000];
        new Random(1).NextBytes(payload);

        await connection.SendAsync(7, payload);
        Task sending = connection.CompleteAsync().AsTask();

        List<byte[]> received = [];
        await foreach (PacketReadResult result in receiver.ReadAllAsync(new CancellationTokenSource(Limit).Token))
        {
            received.Add(result.Packet.Raw.ToArray());
        }

        Assert.That(received, Has.Count.EqualTo(1));
        Assert.That(received[0].AsSpan(PacketHeader.ByteCount).SequenceEqual(payload), Is.True);
        await sending;
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Send_after_a_reset_names_the_error_of_the_socket()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        peer.LingerState = new LingerOption(true, 0);
        peer.Dispose();

        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(async () =>
        {
            await connection.SendAsync(1, new byte[10]);
            await connection.FlushAsync();
        });

        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.Remote));
        Assert.That(exception.InnerException, Is.TypeOf<IOException>());
        Assert.That(
            (exception.InnerException!.InnerException as SocketException)?.SocketErrorCode,
            Is.AnyOf(SocketError.ConnectionReset, SocketError.ConnectionAborted, SocketError.Shutdown));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Every_accepted_packet_is_either_written_successfully_or_counted_as_unsent()
    {
        const int PacketSize = 100;
        SteppedStream stream = new(wholeWrites: 2);
        await using PacketConnection connection = new(stream);
        byte[] payload = new byte[PacketSize - PacketHeader.ByteCount];
        int accepted = 0;

        // The first write has 1 packet, the second has 10. The third has 9, of which the stream accepts the first half, while 5 more packets wait.
        foreach (int packets in new[] { 1, 10, 9, 5 })
        {
            for (int i = 0; i < packets; i++)
            {
                await connection.SendAsync(1, payload);
                accepted++;
            }

            if (accepted > 1)
            {
                stream.EndWrite();
            }

            if (packets != 5)
            {
                await stream.WriteBegins(Limit);
            }
        }

        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => connection.FlushAsync().AsTask().WaitAsync(Limit));

        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.Remote));
        Assert.That(stream.WholeBytes, Is.EqualTo(11 * PacketSize));
        Assert.That(stream.Written, Has.Length.EqualTo((11 * PacketSize) + (9 * PacketSize / 2)));
        Assert.That(exception.UnsentPackets, Is.EqualTo(accepted - 11));
        exception = await Assert.ThrowsAsync<PacketConnectionException>(async () => await connection.SendAsync(1, payload));
        Assert.That(exception!.UnsentPackets, Is.EqualTo(accepted - 11), "a refused packet is not an accepted one");
    }

    [Test]
    public async Task Payload_writer_that_throws_sends_nothing_and_the_next_packet_is_sent()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        await using PacketConnection receiver = new(peer);
        await connection.SendAsync(1, new byte[100]);
        await Assert.ThrowsAsync<HandlerException>(async () => await connection.SendAsync(new ValuePacket<int>(2, 1000, ThrowingWriter.Instance)));
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.None));
        await connection.SendAsync(new ValuePacket<int>(3, 0, ThrowingWriter.Instance));
        await connection.CompleteAsync();

        List<(uint, int)> received = [];
        await foreach (PacketReadResult result in receiver.ReadAllAsync(new CancellationTokenSource(Limit).Token))
        {
            received.Add((result.Packet.Id, result.Packet.PayloadSize));
        }

        Assert.That(received, Is.EqualTo((List<(uint, int)>)[(1, 100), (3, 0)]));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Packet_whose_id_throws_when_it_is_read_again_is_either_sent_or_not_accepted([Values] bool isObserved)
    {
        for (int reads = 0; reads < 4; reads++)
        {
            using MemoryStream received = new();
            Pipe there = new();
            PacketConnectionOptions options = new() { Observer = isObserved ? new ThrowingObserver(static () => { }) : null };
            await using PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, there.Writer), options: options);
            bool isAccepted = true;
            try
            {
                await connection.SendAsync(new FickleIdPacket(reads));
            }
            catch (HandlerException)
            {
                isAccepted = false;
            }

            await connection.SendAsync(8, []);
            await connection.CompleteAsync();
            await there.Reader.CopyToAsync(received);
            Assert.That(received.ToArray(), Is.EqualTo(isAccepted ? (byte[])[1, 0, 7, 0, 0, 0, 0, 8, 0] : [0, 0, 8, 0]), $"{reads} reads");
        }
    }

    [Test]
    public async Task NoDelay_is_set_on_tcp_sockets([Values] bool isDelayedBefore)
    {
        (Socket client, Socket server) = await ConnectSockets();
        client.NoDelay = !isDelayedBefore;
        await using PacketConnection connection = new(client);
        Assert.That(client.NoDelay, Is.True);
        server.Dispose();
    }
}
