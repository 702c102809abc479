namespace Codec.Tests.Framing;

public sealed class PacketWriterTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    [Test]
    public async Task An_encoder_that_throws_does_not_poison_the_writer()
    {
        using MemoryStream stream = new();
        await using PacketWriter writer = new(stream);
        Assert.That(() => writer.Write(new ValuePacket<int>(1, 0, new CallingPayloadWriter(static () => throw new HandlerException()))), Throws.InstanceOf<HandlerException>());
        writer.Write(2, []);
        await writer.FlushAsync();
        Assert.That(stream.ToArray(), Is.EqualTo((byte[])[0, 0, 2, 0]));
    }

    [Test]
    public async Task An_encoder_cannot_flush_or_dispose_its_writer()
    {
        using MemoryStream stream = new();
        PacketWriter writer = new(stream, leaveOpen: true);
        writer.Write(1, []);
        Assert.That(() => writer.Write(new ValuePacket<int>(2, 0, new CallingPayloadWriter(() => writer.FlushAsync().AsTask().GetAwaiter().GetResult()))), Throws.InvalidOperationException);
        Assert.That(() => writer.Write(new ValuePacket<int>(2, 0, new CallingPayloadWriter(() => writer.DisposeAsync().AsTask().GetAwaiter().GetResult()))), Throws.InvalidOperationException);
        Assert.That((writer.IsPoisoned, stream.Length), Is.EqualTo((false, 0L)));
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
    public async Task A_write_to_a_full_buffer_waits_and_the_packets_stay_in_order([Values(10_000, 65_535)] int size)
    {
        GatedStream stream = new();
        PacketWriter writer = new(stream, leaveOpen: true);
        byte[] first = new byte[60_000];
        byte[] second = new byte[size];
        new Random(1).NextBytes(first);
        new Random(2).NextBytes(second);
        await writer.WriteAsync(1, first);
        Task pending = writer.WriteAsync(2, second).AsTask();
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
    public void A_writer_over_a_pipe_flushes_synchronously_too()
    {
        Pipe pipe = new();
        using PacketWriter writer = new(pipe.Writer);
        writer.Write(1, []);
        Assert.That(writer.Flush(), Is.True);
        using PacketReader reader = new(pipe.Reader, leaveOpen: true);
        Assert.That(reader.ReadPacket().Packet.Id, Is.EqualTo(1));
        reader.Dispose();
        pipe.Reader.Complete();
        writer.Write(2, []);
        Assert.That(writer.Flush(), Is.False);
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
    }

    [Test]
    public void After_a_large_packet_small_ones_are_sent_as_early_as_before([Values(100_000, 140_000, 1_000_000)] int size)
    {
        using MemoryStream stream = new();
        using PacketWriter writer = new(stream, new PacketFormat(sizeWidth: 4, maxPayloadSize: 1 << 24), leaveOpen: true);
        writer.Write(1, new byte[size]);
        long most = writer.UnflushedBytes;
        for (int i = 0; i < 1000; i++)
        {
            writer.Write(2, new byte[1000]);
            most = Math.Max(most, writer.UnflushedBytes);
        }

        Assert.That(most, Is.LessThan(Math.Max(size, 128 * 1024) + 1000));
        writer.Flush();
        Assert.That(stream.Length, Is.EqualTo(size + 6 + (1000 * 1006)));
    }
}
