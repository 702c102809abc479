namespace Codec.Tests.Framing;

/// <summary>
/// Tests the calls that a reader rejects while its read is pending, and that its memory is returned if it is disposed during the read.
/// </summary>
public sealed class PendingReadTests
{
    [Test]
    public async Task A_second_concurrent_read_is_rejected_and_the_first_completes()
    {
        Pipe pipe = new();
        using PacketReader reader = new(pipe.Reader.AsStream());
        Task<PacketReadResult> first = reader.ReadPacketAsync().AsTask();
        Assert.That(async () => await reader.ReadPacketAsync(), Throws.InvalidOperationException.With.Message.Contains("in progress"));
        Assert.That(() => reader.ReadPacket(), Throws.InvalidOperationException);
        await pipe.Writer.WriteAsync((byte[])[1, 0, 9, 0, 7]);
        PacketReadResult result = await first.WaitAsync(Limit);
        Assert.That((result.Packet.Id, result.Packet.Payload[0]), Is.EqualTo((9u, (byte)7)));
    }

    [Test]
    public async Task Dispose_ends_a_blocked_synchronous_read([Values] bool leaveOpen)
    {
        CountingPool pool = new();
        Pipe pipe = new();
        PacketReader reader = new(pipe.Reader.AsStream(leaveOpen: true), leaveOpen: leaveOpen, pool: pool);
        await pipe.Writer.WriteAsync((byte[])[0, 0]);
        Task<PacketReadResult> pending = Task.Run(reader.ReadPacket);
        while (pool.Outstanding == 0)
        {
            await Task.Delay(1);
        }

        await reader.DisposeAsync().AsTask().WaitAsync(Limit);
        await pipe.Writer.WriteAsync((byte[])[9, 0]);
        Assert.That(async () => await pending.WaitAsync(Limit), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(pool.Outstanding, Is.Zero);
        Assert.That(() => reader.ReadPacket(), Throws.InstanceOf<ObjectDisposedException>());
    }

    [Test]
    public async Task Dispose_cancels_a_pending_read_without_a_token_of_a_stream_left_open()
    {
        CountingPool pool = new();
        Pipe pipe = new();
        PacketReader reader = new(pipe.Reader.AsStream(leaveOpen: true), leaveOpen: true, pool: pool);
        Task<PacketReadResult> pending = reader.ReadPacketAsync().AsTask();
        reader.Dispose();
        reader.Dispose();
        Assert.That(async () => await pending.WaitAsync(Limit), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(pool.Outstanding, Is.Zero);
        await pipe.Writer.WriteAsync((byte[])[0, 0, 9, 0]);
        await using PacketReader next = new(pipe.Reader);
        Assert.That((await next.ReadPacketAsync().AsTask().WaitAsync(Limit)).Packet.Id, Is.EqualTo(9));
    }

    [Test]
    public async Task A_buffer_that_a_stream_still_reads_into_is_returned_when_the_read_ends([Values] bool fails, [Values] bool leaveOpen)
    {
        CountingPool pool = new();
        using GatedStream stream = new([0, 0, 9, 0]);
        PacketReader reader = new(stream, leaveOpen: leaveOpen, pool: pool);
        Assert.That(reader.ReadPacketAsync(new CancellationToken(true)).AsTask().IsCanceled, Is.True);
        Task<PacketReadResult> pending = reader.ReadPacketAsync().AsTask();
        await reader.DisposeAsync().AsTask().WaitAsync(Limit);
        await reader.DisposeAsync();
        Assert.That(stream.IsClosed, Is.EqualTo(!leaveOpen), "Closing ends the reads that cannot be cancelled.");
        Assert.That((pending.IsCompleted, pool.Outstanding), Is.EqualTo((false, 1)), "The stream still has the array.");
        if (fails)
        {
            stream.Fail(new HandlerException());
            Assert.That(async () => await pending.WaitAsync(Limit), Throws.InstanceOf<HandlerException>());
        }
        else
        {
            stream.Open();
            Assert.That(async () => await pending.WaitAsync(Limit), Throws.InstanceOf<ObjectDisposedException>());
        }

        Assert.That(pool.Outstanding, Is.Zero);
        Assert.That(async () => await reader.ReadPacketAsync(), Throws.InstanceOf<ObjectDisposedException>());
    }

    [Test]
    public async Task Dispose_ends_a_pending_read_of_a_pipe([Values] bool leaveOpen, [Values] bool inline)
    {
        Pipe pipe = new(new PipeOptions(readerScheduler: inline ? PipeScheduler.Inline : PipeScheduler.ThreadPool));
        PacketReader reader = new(pipe.Reader, leaveOpen: leaveOpen);
        Task<PacketReadResult> pending = reader.ReadPacketAsync().AsTask();
        await reader.DisposeAsync();
        Assert.That(async () => await pending.WaitAsync(Limit), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That((await pipe.Writer.WriteAsync((byte[])[0, 0, 9, 0])).IsCompleted, Is.EqualTo(!leaveOpen));
        if (leaveOpen)
        {
            await AssertReadsAsync(pipe.Reader, 9);
        }
    }

    [Test]
    public async Task What_the_pipe_throws_on_completion_is_thrown_by_the_pending_read_or_by_the_disposal([Values] bool readEndsFirst)
    {
        HeldScheduler scheduler = new() { RunsAtOnce = readEndsFirst };
        PacketReader reader = new(new IncompletablePipeReader(new Pipe(new PipeOptions(readerScheduler: scheduler)).Reader));
        Task<PacketReadResult> pending = reader.ReadPacketAsync().AsTask();
        Assert.That(async () => await reader.DisposeAsync(), readEndsFirst ? Throws.InstanceOf<IOException>() : Throws.Nothing);
        if (!readEndsFirst)
        {
            scheduler.Run();
        }

        Assert.That(
            async () => await pending.WaitAsync(Limit),
            readEndsFirst ? Throws.InstanceOf<ObjectDisposedException>() : Throws.InstanceOf<IOException>());
        Assert.That(async () => await reader.DisposeAsync(), Throws.Nothing);
    }

    [Test]
    public async Task A_packet_read_while_the_reader_is_disposed_is_left_for_the_next_reader([Values(4, 6)] int blockSize, [Values] bool leaveOpen)
    {
        using HookedPool pool = new(blockSize);
        HeldScheduler scheduler = new();
        Pipe pipe = new(new PipeOptions(pool, scheduler, minimumSegmentSize: blockSize));
        PacketReader reader = new(pipe.Reader, leaveOpen: leaveOpen);
        Task<PacketReadResult> pending = reader.ReadPacketAsync().AsTask();
        for (int i = 0; i < 6; i += blockSize)
        {
            ((ReadOnlySpan<byte>)[2, 0, 9, 0, 1, 1]).Slice(i, Math.Min(blockSize, 6 - i)).CopyTo(pipe.Writer.GetSpan(blockSize));
            pipe.Writer.Advance(Math.Min(blockSize, 6 - i));
        }

        await pipe.Writer.FlushAsync();
        pool.OnFirstSpan = () => Assert.That(reader.DisposeAsync().AsTask().IsCompleted, Is.True);
        scheduler.Run();
        Assert.That(pool.OnFirstSpan, Is.Null, "The reader was disposed.");
        Assert.That(async () => await pending.WaitAsync(Limit), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(reader.Position, Is.Zero);
        if (leaveOpen)
        {
            scheduler.RunsAtOnce = true;
            await AssertReadsAsync(pipe.Reader, 9);
        }
    }

    [Test]
    public async Task A_read_that_does_not_wait_leaves_its_packet_for_the_next_reader_if_the_reader_is_disposed(
        [Values(4, 6)] int blockSize, [Values] bool leaveOpen, [Values] bool blocks)
    {
        using HookedPool pool = new(blockSize);
        Pipe pipe = new(new PipeOptions(pool, minimumSegmentSize: blockSize));
        PacketReader reader = new(pipe.Reader, leaveOpen: leaveOpen);
        await pipe.Writer.WriteAsync((byte[])[2, 0, 9, 0, 1, 1]);
        pool.OnFirstSpan = reader.Dispose;
        Assert.That(() => Read(reader, blocks), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That((pool.OnFirstSpan, reader.Position), Is.EqualTo((default(Action), 0L)));
        if (leaveOpen)
        {
            await AssertReadsAsync(pipe.Reader, 9);
        }
    }

    [Test]
    public async Task Data_that_arrives_at_a_disposed_reader_is_not_validated()
    {
        HeldScheduler scheduler = new();
        Pipe pipe = new(new PipeOptions(readerScheduler: scheduler));
        PacketReader reader = new(pipe.Reader, new PacketFormat(maxPayloadSize: 1), leaveOpen: true);
        Task<PacketReadResult> pending = reader.ReadPacketAsync().AsTask();
        await pipe.Writer.WriteAsync((byte[])[2, 0, 9, 0, 1, 1]);
        await reader.DisposeAsync();
        scheduler.Run();
        Assert.That(async () => await pending.WaitAsync(Limit), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(reader.Error, Is.EqualTo(PacketError.None), "It is another format's, perhaps.");
        scheduler.RunsAtOnce = true;
        await AssertReadsAsync(pipe.Reader, 9);
    }

    private static PacketReadResult Read(PacketReader reader, bool blocks) =>
        blocks ? reader.ReadPacket() : reader.ReadPacketAsync().AsTask().WaitAsync(Limit).GetAwaiter().GetResult();

    /// <summary>Checks that the pipe contains one packet with the given id, which is available immediately, and no pending cancellation.</summary>
    private static async Task AssertReadsAsync(PipeReader pipe, uint id)
    {
        await using PacketReader next = new(pipe);
        Task<PacketReadResult> left = next.ReadPacketAsync().AsTask();
        Assert.That(left.IsCompleted, Is.True);
        PacketReadResult result = await left;
        Assert.That((result.HasPacket, result.Packet.Id), Is.EqualTo((true, id)));
        Task<PacketReadResult> more = next.ReadPacketAsync().AsTask();
        Assert.That(more.IsCompleted, Is.False);
        pipe.CancelPendingRead();
        Assert.That((await more.WaitAsync(Limit)).IsCanceled, Is.True);
    }

    /// <summary>A scheduler that holds the last scheduled action until the test runs it.</summary>
    private sealed class HeldScheduler : PipeScheduler
    {
        private Action _held = static () => Assert.Fail("Nothing was scheduled.");

        public bool RunsAtOnce { get; set; }

        public void Run() => _held();

        public override void Schedule(Action<object?> action, object? state)
        {
            if (RunsAtOnce)
            {
                action(state);
            }
            else
            {
                _held = () => action(state);
            }
        }
    }

    /// <summary>Forwards everything to another pipe reader, except that it throws when it is completed.</summary>
    private sealed class IncompletablePipeReader(PipeReader inner) : PipeReader
    {
        public override void AdvanceTo(SequencePosition consumed) => inner.AdvanceTo(consumed);

        public override void AdvanceTo(SequencePosition consumed, SequencePosition examined) => inner.AdvanceTo(consumed, examined);

        public override void CancelPendingRead() => inner.CancelPendingRead();

        public override void Complete(Exception? exception = null) => throw new IOException("Broken when completed.");

        public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default) => inner.ReadAsync(cancellationToken);

        public override bool TryRead(out ReadResult result) => inner.TryRead(out result);
    }
}
