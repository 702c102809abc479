namespace Codec.Tests.Transport;

/// <content>Packets that are written, and then flushed together.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task Written_packets_wait_for_the_flush_and_share_a_write([Values] bool isObserved)
    {
        SteppedStream stream = new(wholeWrites: int.MaxValue);
        await using PacketConnection connection = new(stream, options: new PacketConnectionOptions { Observer = isObserved ? new ThrowingObserver(static () => { }) : null });
        connection.Write(1, [10]);
        connection.Write(new ValuePacket<byte>(3, (byte)30, new CallingWriter(static () => Task.CompletedTask, whileMeasuring: false)));
        Assert.That(stream.Writes, Is.Zero);
        Task flushing = connection.FlushAsync().AsTask();
        await stream.WriteBegins(Limit);
        Assert.That(flushing.IsCompleted, Is.False, "The stream has not taken the packets.");
        stream.EndWrite();
        await flushing.WaitAsync(Limit);
        Assert.That((stream.Writes, stream.Written.ToArray()), Is.EqualTo((1, (byte[])[1, 0, 1, 0, 10, 1, 0, 3, 0, 30])));
    }

    [TestCase("send")]
    [TestCase("flush")]
    [TestCase("complete")]
    [TestCase("dispose")]
    public async Task Written_packets_are_sent_before_what_the_same_thread_does_next(string next)
    {
        using MemoryStream received = new();
        Pipe there = new();
        PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, there.Writer));
        Task copying = there.Reader.CopyToAsync(received);
        connection.Write(1, [10]);
        ValueTask task = next switch
        {
            "send" => connection.SendAsync(2, [20]),
            "flush" => connection.FlushAsync(),
            "complete" => connection.CompleteAsync(),
            _ => connection.DisposeAsync(),
        };
        await task.AsTask().WaitAsync(Limit);
        await connection.DisposeAsync();
        await copying.WaitAsync(Limit);
        Assert.That(received.ToArray(), Is.EqualTo(next == "send" ? (byte[])[1, 0, 1, 0, 10, 1, 0, 2, 0, 20] : [1, 0, 1, 0, 10]));
    }

    [Test]
    public async Task Threads_that_write_flush_and_send_keep_their_order_and_lose_nothing([Values] bool isObserved)
    {
        const int Threads = 4;
        const int Packets = 20_000;
        (PacketConnection connection, Socket peer) = await Connect(new PacketConnectionOptions { Observer = isObserved ? new ThrowingObserver(static () => { }) : null });
        await using PacketConnection receiver = new(peer);
        Task<int[]> receiving = Task.Run(async () =>
        {
            int[] next = new int[Threads];
            await foreach (PacketReadResult result in receiver.ReadAllAsync())
            {
                int thread = (int)result.Packet.Id - 100;
                if (BinaryPrimitives.ReadInt32LittleEndian(result.Packet.Payload) != next[thread]++)
                {
                    throw new InvalidOperationException($"Thread {thread} sent another packet than {next[thread] - 1}.");
                }
            }

            return next;
        });
        await Task.WhenAll(Enumerable.Range(0, Threads).Select(thread => Task.Run(async () =>
        {
            Random random = new(thread);
            byte[] payload = new byte[300];
            for (int i = 0; i < Packets; i++)
            {
                BinaryPrimitives.WriteInt32LittleEndian(payload, i);
                int size = random.Next(4, payload.Length);
                switch (random.Next(20))
                {
                    case 0:
                        await connection.SendAsync((uint)(100 + thread), payload.AsSpan(0, size));
                        break;
                    case 1:
                        connection.Write(new ValuePacket<byte[]>((uint)(100 + thread), payload, BytesWriter.Instance));
                        await connection.FlushAsync();
                        break;
                    default:
                        connection.Write((uint)(100 + thread), payload.AsSpan(0, size));
                        break;
                }
            }
        }))).WaitAsync(Limit);
        await connection.CompleteAsync().AsTask().WaitAsync(Limit);
        Assert.That(await receiving.WaitAsync(Limit), Is.All.EqualTo(Packets));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Flushing_and_completing_wait_for_a_slow_peer_and_can_be_cancelled_without_losing_a_packet()
    {
        const int Packets = 400;
        (PacketConnection connection, Socket peer) = await Connect(socketBuffer: SocketBuffer);
        for (int i = 0; i < Packets; i++)
        {
            connection.Write(1, new byte[60_000]);
        }

        using CancellationTokenSource cancel = new(TimeSpan.FromMilliseconds(100));
        await ThrowsCanceled(connection.FlushAsync(cancel.Token).AsTask());
        await ThrowsCanceled(connection.FlushAsync(cancel.Token).AsTask());
        Task flushing = connection.FlushAsync().AsTask();
        Assert.That(flushing.IsCompleted, Is.False);
        using CancellationTokenSource complete = new(TimeSpan.FromMilliseconds(100));
        await ThrowsCanceled(connection.CompleteAsync(complete.Token).AsTask());
        await using PacketConnection receiver = new(peer);
        Task<int> reading = ReadAll(receiver);
        await flushing.WaitAsync(Limit);
        await connection.CompleteAsync();
        Assert.That(await reading.WaitAsync(Limit), Is.EqualTo(Packets));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task A_flush_reports_how_many_flushed_packets_may_not_have_been_sent()
    {
        SteppedStream stream = new(wholeWrites: 1);
        PacketConnection connection = new(stream);
        connection.Write(1, [10]);
        stream.EndWrite();
        await connection.FlushAsync().AsTask().WaitAsync(Limit);
        connection.Write(1, [10]);
        connection.Write(1, [10]);
        stream.EndWrite();
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => connection.FlushAsync().AsTask().WaitAsync(Limit));
        Assert.That((exception!.Reason, exception.UnsentPackets), Is.EqualTo((PacketCloseReason.Remote, 2L)));
        Assert.That(() => connection.Write(1, []), Throws.TypeOf<PacketConnectionException>().With.Property("UnsentPackets").EqualTo(2));
        await connection.DisposeAsync();
        Assert.That(() => connection.Write(default(Every.Ping)), Throws.TypeOf<PacketConnectionException>());
    }

    [Test]
    public async Task Completing_while_threads_write_sends_every_packet_that_was_written()
    {
        for (int round = 0; round < 50; round++)
        {
            using MemoryStream received = new();
            Pipe there = new();
            PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, there.Writer));
            Task copying = there.Reader.CopyToAsync(received);
            int written = 0;
            Task writing = Task.WhenAll(Enumerable.Range(0, 2).Select(_ => Task.Run(() =>
            {
                try
                {
                    while (true)
                    {
                        connection.Write(1, []);
                        Interlocked.Increment(ref written);
                    }
                }
                catch (PacketConnectionException)
                {
                }
            })));
            SpinWait.SpinUntil(() => Volatile.Read(ref written) > round);
            await connection.CompleteAsync().AsTask().WaitAsync(Limit);
            await writing.WaitAsync(Limit);
            await copying.WaitAsync(Limit);
            Assert.That(received.Length, Is.EqualTo(written * 4L));
            await connection.DisposeAsync();
        }
    }

    [Test]
    public async Task The_memory_of_written_packets_is_returned_after_a_failure_and_when_the_connection_is_idle([Values] bool fails)
    {
        using SharedPoolListener pool = new();
        FakeTimeProvider clock = new();
        PacketConnectionOptions options = new() { HalfPacketTimeout = TimeSpan.FromSeconds(4), TimeProvider = clock };
        PacketConnection connection = new(Stream.Null, options: options);
        for (int i = 0; i < 3; i++)
        {
            connection.Write(1, new byte[10_000]);
            connection.Write(1, new byte[60_000]);
            await connection.FlushAsync().AsTask().WaitAsync(Limit);
        }

        if (fails)
        {
            connection.Write(1, new byte[10_000]);
            connection.Abort();
        }
        else
        {
            clock.Advance(TimeSpan.FromSeconds(1));
            clock.Advance(TimeSpan.FromSeconds(1));
            Assert.That(pool.Outstanding, Is.Zero);
        }

        await connection.DisposeAsync();
        Assert.That(pool.Outstanding, Is.Zero);
    }
}
