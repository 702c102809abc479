namespace Codec.Tests.Transport;

/// <content>Payload writers that call the connection for which they write.</content>
public sealed partial class PacketConnectionTests
{
    private static readonly string[] Calls = ["send bytes", "send a message", "write bytes", "flush", "complete", "dispose"];

    [Test]
    public async Task A_payload_writer_that_calls_its_connection_throws_and_the_connection_stays_usable(
        [ValueSource(nameof(Calls))] string call, [Values] bool whileMeasuring, [Values] bool hasWritten, [Values] bool writes)
    {
        (PacketConnection connection, Socket peer) = await Connect();
        await using PacketConnection receiver = new(peer);
        if (hasWritten)
        {
            connection.Write(1, []);
        }

        ValuePacket<byte> message = new(2, 7, new CallingWriter(() => Call(connection, call), whileMeasuring));
        Action use = writes ? () => connection.Write(message) : () => connection.SendAsync(message).AsTask().Wait(Limit);
        Assert.That(() => use(), Throws.InvalidOperationException.With.Message.Contains("payload writer"));
        await connection.SendAsync(3, new byte[20]);
        await connection.CompleteAsync().AsTask().WaitAsync(Limit);
        Assert.That(await ReadAll(receiver).WaitAsync(Limit), Is.EqualTo(hasWritten ? 2 : 1));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task A_payload_writer_that_makes_the_connection_fail_keeps_its_buffer_until_it_returns()
    {
        Pipe there = new();
        Pipe back = new();
        await using PacketConnection connection = new(new TestDuplexPipe(back.Reader, there.Writer), new PacketFormat(maxPayloadSize: 1000));
        await back.Writer.WriteAsync(Garbage);
        LentMemoryWriter writer = new(() => ReadAll(connection).Wait(Limit));

        Assert.That(
            () => connection.SendAsync(new ValuePacket<byte>(2, (byte)7, writer)).AsTask().Wait(Limit),
            Throws.TypeOf<PacketConnectionException>().With.Property(nameof(PacketConnectionException.Reason)).EqualTo(PacketCloseReason.InvalidPacket));
        Assert.That(writer.LostItsMemory, Is.False);
    }

    [Test]
    public async Task A_payload_writer_that_moves_the_clock_keeps_its_buffer_until_it_returns()
    {
        FakeTimeProvider clock = new();
        PacketConnectionOptions options = new() { IdleTimeout = TimeSpan.FromSeconds(1), TimeProvider = clock };
        await using PacketConnection connection = new(new SinkStream(), options: options);
        LentMemoryWriter writer = new(() => clock.Advance(TimeSpan.FromMilliseconds(250)));
        await connection.SendAsync(new ValuePacket<byte>(2, (byte)7, writer));
        Assert.That(writer.LostItsMemory, Is.False);
    }

    [Test]
    public async Task A_payload_writer_that_ends_the_write_in_progress_does_not_lose_its_packet([Values] bool whileMeasuring)
    {
        using MemoryStream received = new();
        Pipe there = InlinePipe();
        await using PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, there.Writer));
        await connection.SendAsync(1, [10]);
        await connection.SendAsync(2, [20]);
        await connection.SendAsync(new ValuePacket<byte>(3, (byte)30, new CallingWriter(() => Drain(there.Reader, received), whileMeasuring)));
        Task completing = connection.CompleteAsync().AsTask();
        await there.Reader.CopyToAsync(received).WaitAsync(Limit);
        await completing.WaitAsync(Limit);
        Assert.That(received.ToArray(), Is.EqualTo((byte[])[1, 0, 1, 0, 10, 1, 0, 2, 0, 20, 1, 0, 3, 0, 30]));
    }

    [Test]
    public async Task An_observer_that_ends_the_write_in_progress_and_throws_removes_only_its_packet()
    {
        using MemoryStream received = new();
        Pipe there = InlinePipe();
        ThrowingObserver observer = new(() => Drain(there.Reader, received));
        await using PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, there.Writer), options: new PacketConnectionOptions { Observer = observer });
        await connection.SendAsync(1, [10]);
        Assert.That(() => connection.SendAsync(2, [20]), Throws.TypeOf<HandlerException>());
        await connection.FlushAsync().AsTask().WaitAsync(Limit);
        await connection.SendAsync(3, [30]);
        Task completing = connection.CompleteAsync().AsTask();
        await there.Reader.CopyToAsync(received).WaitAsync(Limit);
        await completing.WaitAsync(Limit);
        Assert.That(received.ToArray(), Is.EqualTo((byte[])[1, 0, 1, 0, 10, 1, 0, 3, 0, 30]));
    }

    [Test]
    public async Task A_sender_does_not_resume_inside_a_payload_writer_that_ends_its_write()
    {
        using MemoryStream received = new();
        Pipe there = InlinePipe();
        PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, there.Writer), options: new PacketConnectionOptions { SendLimit = 1 });
        Task sending = SendTwo();
        _ = connection.SendAsync(new ValuePacket<byte>(3, (byte)30, new CallingWriter(() => Drain(there.Reader, received), whileMeasuring: false))).AsTask();
        Task completing = Task.Run(async () =>
        {
            await sending;
            await connection.CompleteAsync();
        });
        await there.Reader.CopyToAsync(received).WaitAsync(Limit);
        await completing.WaitAsync(Limit);
        Assert.That(received.ToArray(), Is.EqualTo((byte[])[1, 0, 1, 0, 10, 1, 0, 3, 0, 30, 1, 0, 2, 0, 20]));
        await connection.DisposeAsync();

        async Task SendTwo()
        {
            await connection.SendAsync(1, [10]).ConfigureAwait(false);
            await connection.SendAsync(2, [20]).ConfigureAwait(false);
        }
    }

    [Test]
    public async Task A_payload_writer_that_ends_the_last_write_of_a_closed_connection_keeps_its_buffer_until_it_returns()
    {
        await using PacketConnection connection = new(new PendingStream(Garbage), new PacketFormat(maxPayloadSize: 1000));
        await connection.SendAsync(1, [10]);
        LentMemoryWriter writer = new(() => ReadAll(connection).Wait(Limit));

        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(
            () => Task.Run(async () => await connection.SendAsync(new ValuePacket<byte>(2, (byte)7, writer))).WaitAsync(Limit));
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.InvalidPacket));
        Assert.That(writer.LostItsMemory, Is.False);
    }

    /// <summary>Creates a pipe whose write ends when everything was read, inside the reader's call.</summary>
    private static Pipe InlinePipe() => new(new PipeOptions(
        readerScheduler: PipeScheduler.Inline, writerScheduler: PipeScheduler.Inline, pauseWriterThreshold: 1, resumeWriterThreshold: 1));

    /// <summary>Reads everything that a pipe has, on the calling thread.</summary>
    private static Task Drain(PipeReader reader, MemoryStream received)
    {
        while (reader.TryRead(out ReadResult read))
        {
            foreach (ReadOnlyMemory<byte> segment in read.Buffer)
            {
                received.Write(segment.Span);
            }

            reader.AdvanceTo(read.Buffer.End);
        }

        return Task.CompletedTask;
    }

    private static Task Call(PacketConnection connection, string call) => call switch
    {
        "write bytes" => Write(connection),
        "send bytes" => connection.SendAsync(9, new byte[5]).AsTask(),
        "send a message" => connection.SendAsync(new ValuePacket<byte>(9, (byte)5, new CallingWriter(static () => Task.CompletedTask, whileMeasuring: false))).AsTask(),
        "flush" => connection.FlushAsync().AsTask(),
        "complete" => connection.CompleteAsync().AsTask(),
        _ => connection.DisposeAsync().AsTask(),
    };

    private static Task Write(PacketConnection connection)
    {
        connection.Write(9, new byte[5]);
        return Task.CompletedTask;
    }

    /// <summary>Calls back and throws when the packet with id 2 is sent.</summary>
    private sealed class ThrowingObserver(Action call) : PacketConnectionObserver
    {
        public override void Sent(PacketConnection connection, in Packet packet)
        {
            if (packet.Id == 2)
            {
                call();
                throw new HandlerException();
            }
        }
    }

    /// <summary>
    /// A payload writer that calls back while it writes, and checks whether the shared pool then rents out the memory to which it writes.
    /// </summary>
    /// <param name="call">The callback. An <see cref="AggregateException"/> is ignored.</param>
    private sealed class LentMemoryWriter(Action call) : IPayloadWriter<byte>
    {
        internal bool LostItsMemory { get; private set; }

        public int GetMaxSize(in byte message) => 1;

        public int Write(in byte message, Span<byte> destination)
        {
            try
            {
                call();
            }
            catch (AggregateException)
            {
            }

            // The array of a block has at least 512 bytes, and at most 64 KB.
            for (int size = 512; size <= 64 * 1024; size *= 2)
            {
                byte[] rented = ArrayPool<byte>.Shared.Rent(size);
                LostItsMemory |= destination.Overlaps(rented);
                ArrayPool<byte>.Shared.Return(rented);
            }

            return 1;
        }
    }
}
