namespace Codec.Tests.Framing;

public sealed class PacketWriterTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    [Test]
    public async Task An_encoder_cannot_flush_or_dispose_its_writer([Values(2, 65_535)] int size)
    {
        using MemoryStream stream = new();
        PacketWriter writer = new(stream, leaveOpen: true);
        writer.Write(1, []);
        Assert.That(
            () => writer.Write(new ValuePacket<int>(2, size, new CallingPayloadWriter(() => writer.FlushAsync().AsTask().GetAwaiter().GetResult()))),
            Throws.InvalidOperationException.With.Message.Contains("being written"));
        Assert.That(() => writer.Write(new ValuePacket<int>(2, size, new CallingPayloadWriter(() => writer.DisposeAsync().AsTask().GetAwaiter().GetResult()))), Throws.InvalidOperationException);
        Assert.That((writer.IsPoisoned, stream.Length), Is.EqualTo((false, size == 2 ? 0L : 4L)));
        writer.Write(3, []);
        await writer.FlushAsync();
        await writer.DisposeAsync();
        Assert.That(stream.ToArray(), Is.EqualTo((byte[])[0, 0, 1, 0, 0, 0, 3, 0]));
    }

    [Test]
    public async Task A_flush_cancelled_by_the_pipe_owner_leaves_its_packets_in_the_pipe_once()
    {
        Pipe pipe = new(new PipeOptions(pauseWriterThreshold: 10, resumeWriterThreshold: 5));
        PacketWriter writer = new(pipe.Writer);
        writer.Write(1, new byte[100]);
        Task<bool> flush = writer.FlushAsync().AsTask();
        Assert.That(flush.IsCompleted, Is.False);
        pipe.Writer.CancelPendingFlush();
        Assert.That(async () => await flush, Throws.InstanceOf<OperationCanceledException>());
        Assert.That((writer.IsPoisoned, writer.UnflushedBytes), Is.EqualTo((false, 0L)));

        writer.Write(2, []);
        pipe.Writer.CancelPendingFlush();
        Assert.That(async () => await writer.FlushAsync(), Throws.InstanceOf<OperationCanceledException>(), "Cancelled before it began.");
        Assert.That((writer.IsPoisoned, writer.UnflushedBytes), Is.EqualTo((false, 0L)));

        writer.Write(3, []);
        Task<bool> last = writer.FlushAsync().AsTask();
        await using PacketReader reader = new(pipe.Reader);
        for (uint id = 1; id <= 3; id++)
        {
            PacketReadResult read = await reader.ReadPacketAsync().AsTask().WaitAsync(Patience);
            Assert.That((read.Packet.Id, read.Packet.PayloadSize), Is.EqualTo((id, id == 1 ? 100 : 0)));
        }

        ValueTask<PacketReadResult> end = reader.ReadPacketAsync();
        Assert.That(await last.WaitAsync(Patience), Is.True);
        await writer.DisposeAsync();
        Assert.That((await end.AsTask().WaitAsync(Patience)).IsCompleted, Is.True);
    }

    [Test]
    public async Task A_stream_flush_cancelled_midway_poisons_the_writer_and_sends_nothing_twice([Values] bool beforeIt)
    {
        using HalfWriteStream stream = new();
        PipeWriter pipe = PipeWriter.Create(stream);
        PacketWriter writer = new(pipe);
        writer.Write(1, new byte[100]);
        if (beforeIt)
        {
            pipe.CancelPendingFlush();
        }

        Task<bool> flush = writer.FlushAsync().AsTask();
        pipe.CancelPendingFlush();
        Assert.That(async () => await flush, Throws.InstanceOf<OperationCanceledException>());
        Assert.That(writer.IsPoisoned, Is.True);
        Assert.That(() => writer.Write(2, []), Throws.InvalidOperationException.With.InnerException.InstanceOf<OperationCanceledException>());
        Assert.That(async () => await writer.FlushAsync(), Throws.InvalidOperationException);
        await writer.DisposeAsync();
        Assert.That(stream.Written.Length, Is.EqualTo(52));
    }

    [Test]
    public async Task A_cancelled_flush_also_reports_that_the_pipe_has_no_reader()
    {
        Pipe pipe = new();
        await using PacketWriter writer = new(pipe.Writer);
        await pipe.Reader.CompleteAsync();
        writer.Write(1, []);
        pipe.Writer.CancelPendingFlush();
        Assert.That(await writer.FlushAsync(), Is.False);
    }

    [Test]
    public void A_stream_that_cannot_be_written_is_rejected()
    {
        using MemoryStream readOnly = new([], writable: false);
        Assert.That(() => new PacketWriter(readOnly), Throws.ArgumentException.With.Property("ParamName").EqualTo("stream"));
        Assert.That(() => new PacketWriter((Stream)null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("stream"));
        Assert.That(() => new PacketWriter((PipeWriter)null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("pipe"));
    }

    [Test]
    public void The_error_of_a_write_is_reported_if_closing_the_stream_fails_too()
    {
        BrokenStream stream = new();
        PacketWriter writer = new(stream);
        writer.Write(1, new byte[100]);
        Assert.That(async () => await writer.DisposeAsync(), Throws.InstanceOf<IOException>().With.Message.EqualTo("Broken."));
        Assert.That(stream.IsClosed, Is.True);
        Assert.That(async () => await writer.DisposeAsync(), Throws.Nothing);
        writer = new(new BrokenStream());
        writer.Write(1, new byte[100]);
        Assert.That(writer.Dispose, Throws.InstanceOf<NotSupportedException>());
    }

    [Test]
    public void The_error_of_closing_a_stream_is_reported_unless_the_writer_is_poisoned([Values] bool async)
    {
        PacketWriter writer = new(new BrokenStream());
        Assert.That(() => Close(writer), Throws.InstanceOf<IOException>().With.Message.EqualTo("Broken when closed."));
        writer = new(new BrokenStream());
        writer.Write(1, new byte[100]);
        Assert.That(async () => await writer.FlushAsync(), Throws.InstanceOf<IOException>());
        Assert.That(() => Close(writer), Throws.Nothing);

        Task Close(PacketWriter closed) => async ? closed.DisposeAsync().AsTask() : Task.Run(closed.Dispose);
    }

    [Test]
    public async Task A_write_to_a_full_buffer_waits_and_the_packets_stay_in_order([Values(10_000, 65_535)] int size, [Values] bool isMessage)
    {
        GatedStream stream = new();
        PacketWriter writer = new(stream, leaveOpen: true);
        byte[] first = new byte[60_000];
        byte[] second = new byte[size];
        new Random(1).NextBytes(first);
        new Random(2).NextBytes(second);
        await WriteAsync(1, first);
        Task pending = WriteAsync(2, second);
        Assert.That((pending.IsCompleted, stream.Written.Length), Is.EqualTo((false, 0)));
        Assert.That(() => writer.Write(3, [1]), Throws.InvalidOperationException.With.Message.Contains("flush"));
        Assert.That(async () => await writer.WriteAsync(3, new byte[1]), Throws.InvalidOperationException);
        stream.Open();
        await pending.WaitAsync(Patience);
        Assert.That((stream.Written.Length, writer.UnflushedBytes), Is.EqualTo((60_004, size + 4L)));
        await writer.WriteAsync(3, new byte[1]);
        await writer.DisposeAsync();
        Assert.That(
            stream.Written,
            Is.EqualTo((byte[])[.. Header(60_000, 1), .. first, .. Header(size, 2), .. second, .. Header(1, 3), 0]));

        Task WriteAsync(uint id, byte[] payload) =>
            isMessage ? writer.WriteAsync(new ValuePacket<byte[]>(id, payload, BytesWriter.Instance)).AsTask() : writer.WriteAsync(id, payload).AsTask();

        static byte[] Header(int size, byte id) => [(byte)size, (byte)(size >> 8), id, 0];
    }

    [Test]
    public async Task A_write_cancelled_while_pending_poisons_the_writer_and_is_not_sent()
    {
        GatedStream stream = new() { IsCancelable = true };
        PacketWriter writer = new(stream);
        await writer.WriteAsync(1, new byte[60_000]);
        using CancellationTokenSource cancellation = new();
        Task pending = writer.WriteAsync(2, new byte[60_000], cancellation.Token).AsTask();
        await cancellation.CancelAsync();
        Assert.That(async () => await pending.WaitAsync(Patience), Throws.InstanceOf<OperationCanceledException>());
        Assert.That((writer.IsPoisoned, stream.Written.Length), Is.EqualTo((true, 0)));
        Assert.That(() => writer.Write(3, [1]), Throws.InvalidOperationException);
        await writer.DisposeAsync();
        Assert.That(stream.Written, Is.Empty);
    }

    [Test]
    public async Task Without_earlier_packets_an_asynchronous_write_sends_nothing([Values(1, 2)] int form)
    {
        Pipe pipe = new();
        using PacketWriter writer = new(pipe.Writer);
        CancellationToken cancelled = new(true);
        await (form switch
        {
            1 => writer.WriteAsync(1, new byte[5000], cancelled),
            _ => writer.WriteAsync(new ValuePacket<byte[]>(1, new byte[5000], BytesWriter.Instance), cancelled),
        });
        Assert.That(writer.IsPoisoned, Is.False);
        Assert.That(writer.UnflushedBytes, Is.GreaterThan(5000));
        writer.Write(2, new byte[60_000]);
        Assert.That(pipe.Reader.TryRead(out _), Is.False);
    }

    [Test]
    public async Task A_stream_is_flushed_only_at_the_request_of_the_caller_and_at_the_end([Values] bool async, [Values] bool leaveOpen)
    {
        RecordingStream stream = new();
        PacketWriter writer = new(stream, leaveOpen: leaveOpen);
        for (int i = 0; i < 3; i++)
        {
            await (async ? writer.WriteAsync(1, new byte[60_000]).AsTask() : Task.Run(() => writer.Write(1, new byte[60_000])));
        }

        Assert.That((stream.Writes, stream.Flushes), Is.EqualTo((2, 0)));
        await (async ? writer.DisposeAsync().AsTask() : Task.Run(writer.Dispose));
        Assert.That((stream.Writes, stream.Flushes, stream.IsClosed), Is.EqualTo((3, 1, !leaveOpen)));
    }

    [Test]
    public async Task The_array_of_a_stream_is_kept_if_it_has_at_most_128_KB([Values] bool async)
    {
        StreamOutput output = new(new RecordingStream(), leaveOpen: true);
        foreach (int size in (int[])[131_072, 131_073])
        {
            output.GetSpan(size);
            output.Advance(size);
            Assert.That(output.Free.Length, Is.Zero);
            _ = async ? await output.SendAsync(isFlush: false, default) : output.Send(isFlush: false);
            Assert.That(output.Free.Length, Is.EqualTo(size == 131_072 ? size : 65_536));
        }

        await output.CloseAsync(null, async);
        Assert.That(output.Free.Length, Is.Zero);
    }

    [Test]
    public void Reader_and_writer_do_not_continue_in_the_context_of_their_caller([Values] bool isOverPipe, [Values] bool isMessage)
    {
        using GatedStream stream = new([0, 0, 9, 0, 0, 0, 9, 0]);
        Pipe pipe = new(new PipeOptions(pauseWriterThreshold: 8, resumeWriterThreshold: 4));
        CountingContext context = new();
        SynchronizationContext? previous = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(context);
        try
        {
            PacketReader reader = isOverPipe ? new(pipe.Reader) : new(stream, leaveOpen: true);
            PacketWriter writer = isOverPipe ? new(pipe.Writer) : new(stream);
            Task read = reader.ReadPacketAsync().AsTask();
            ValuePacket<byte[]> packet = new(9, new byte[60_000], BytesWriter.Instance);
            writer.Write(packet);
            Task write = isMessage ? writer.WriteAsync(packet).AsTask() : writer.WriteAsync(9, new byte[60_000]).AsTask();
            stream.Open();
            read.Wait(Limit);
            Task next = reader.ReadPacketAsync().AsTask();
            write.Wait(Limit);
            Task flush = writer.FlushAsync().AsTask();
            next.Wait(Limit);
            reader.Dispose();
            flush.Wait(Limit);
            Task end = writer.DisposeAsync().AsTask();
            end.Wait(Limit);
            Assert.That((read.IsCompleted, next.IsCompleted, write.IsCompleted, flush.IsCompleted, end.IsCompleted), Is.EqualTo((true, true, true, true, true)));
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(previous);
        }

        Assert.That(context.Posts, Is.Zero);
    }

    private sealed class CountingContext : SynchronizationContext
    {
        private int _posts;

        public int Posts => _posts;

        public override void Post(SendOrPostCallback d, object? state)
        {
            Interlocked.Increment(ref _posts);
            base.Post(d, state);
        }
    }
}
