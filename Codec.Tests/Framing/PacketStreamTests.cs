using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Framing;

internal sealed class PacketStreamTests
{
    [Test]
    public async Task A_stream_that_returns_an_invalid_byte_count_is_rejected([Values(-1, 65_537, int.MaxValue)] int count, [Values] bool async)
    {
        using LyingStream stream = new() { Count = count };
        using PacketReader reader = new(stream);
        await Assert.ThatAsync(
            async () => _ = (async ? await reader.ReadPacketAsync() : reader.ReadPacket()).Error,
            Throws.InstanceOf<IOException>().With.Message.Contains($" {count} bytes").And.Message.Contains("65536"));
        stream.Count = 4;
        PacketReadResult result = async ? await reader.ReadPacketAsync() : reader.ReadPacket();
        Assert.That(result.HasPacket, Is.True);
        Assert.That(result.Packet.Raw.ToArray(), Is.EqualTo(new byte[4]));
    }

    [Test]
    public void A_stream_is_read_in_large_pieces()
    {
        DripStream stream = new([.. Enumerable.Range(0, 300).SelectMany(i => GamePacket(i, 3000))], most: 1 << 20);
        using PacketReader reader = new(stream);
        while (reader.ReadPacket().HasPacket)
        {
        }

        Assert.That((reader.Position, reader.Error), Is.EqualTo((300 * 3004L, PacketError.None)));
        Assert.That(stream.Reads, Is.LessThan((300 * 3004 / 30_000) + 10));
    }

    [Test]
    public async Task A_connection_knows_whether_its_read_waits_and_leaves_its_stream_open()
    {
        ReceiveProgress progress = new(TimeProvider.System);
        using GatedStream stream = new([0, 0, 9, 0]);
        PacketReader reader = new(new StreamInput(stream, progress, ArrayPool<byte>.Shared), format: null, countsPackets: false);
        Task<PacketReadResult> read = reader.ReadPacketAsync().AsTask();
        Assert.That((progress.IsWaiting, progress.Received), Is.EqualTo((true, 0L)));
        stream.Open();
        Assert.That((await read.WaitAsync(Limit)).HasPacket, Is.True);
        Assert.That((progress.IsWaiting, progress.Received, progress.TakeWaitEnd() is null), Is.EqualTo((false, 4L, false)));
        await reader.DisposeAsync();
        Assert.That(stream.IsClosed, Is.False);

        DelegatedReadStream broken = new(static _ => throw new IOException("Broken."));
        reader = new(new StreamInput(broken, progress, ArrayPool<byte>.Shared), format: null, countsPackets: false);
        Assert.That(async () => await reader.ReadPacketAsync(), Throws.InstanceOf<IOException>());
        Assert.That(progress.IsWaiting, Is.False);
    }

    [Test]
    public async Task A_packet_that_was_received_is_returned_although_the_token_is_cancelled([Values(2, 4)] int idWidth)
    {
        PacketFormat format = new(idWidth: idWidth);
        using MemoryStream stream = new();
        using (PacketWriter writer = new(stream, format, leaveOpen: true))
        {
            writer.Write(1, new byte[3]);
            writer.Write(2, new byte[3]);
        }

        stream.Position = 0;
        using PacketReader reader = new(stream, format);
        Assert.That((await reader.ReadPacketAsync()).Packet.Id, Is.EqualTo(1));
        Assert.That((await reader.ReadPacketAsync(new CancellationToken(true))).Packet.Id, Is.EqualTo(2));
        Assert.That(async () => await reader.ReadPacketAsync(new CancellationToken(true)), Throws.InstanceOf<OperationCanceledException>());
        Assert.That((await reader.ReadPacketAsync()).IsCompleted, Is.True);
    }

    [Test]
    public void A_flush_that_throws_poisons_the_writer_and_no_more_bytes_are_sent([Values] bool async, [Values] bool inWrite)
    {
        LimitedStream stream = new(inWrite ? 6 : 1000) { FailsToFlush = !inWrite };
        PacketWriter writer = new(stream);
        writer.Write(1, new byte[10]);
        Assert.That(() => async ? writer.FlushAsync().AsTask() : Task.Run(writer.Flush), Throws.InstanceOf<IOException>());
        Assert.That(stream.Written.Length, Is.EqualTo(inWrite ? 6 : 14));
        stream.FailsToFlush = false;
        stream.Room = 1000;
        RefusesAll(writer);
        writer.Dispose();
        Assert.That(stream.Written.Length, Is.EqualTo(inWrite ? 6 : 14));
    }

    [Test]
    public async Task A_cancelled_flush_poisons_the_writer_and_nothing_more_is_sent([Values] bool isOverPipe, [Values] bool isCancelledBefore)
    {
        Pipe pipe = new(new PipeOptions(pauseWriterThreshold: 8, resumeWriterThreshold: 4));
        PacketWriter writer = isOverPipe ? new(pipe.Writer) : new(pipe.Writer.AsStream());
        writer.Write(1, new byte[10]);
        using CancellationTokenSource cancel = new();
        if (isCancelledBefore)
        {
            cancel.Cancel();
        }

        ValueTask<bool> flush = writer.FlushAsync(cancel.Token);
        Assert.That(flush.IsCompleted, Is.EqualTo(isCancelledBefore));
        cancel.Cancel();
        Assert.That(async () => await flush, Throws.InstanceOf<OperationCanceledException>());
        RefusesAll(writer);
        writer.Dispose();

        if (isOverPipe)
        {
            Assert.That(async () => await pipe.Reader.ReadAsync(), Throws.InstanceOf<OperationCanceledException>());
            return;
        }

        ReadResult sent = await pipe.Reader.ReadAsync();
        Assert.That((sent.IsCompleted, sent.Buffer.Length), Is.EqualTo((true, isCancelledBefore ? 0L : 14L)));
    }

    private static void RefusesAll(PacketWriter writer)
    {
        Assert.That(writer.IsPoisoned, Is.True);
        Assert.That(() => writer.Write(2, new byte[1]), Throws.InvalidOperationException.With.InnerException.Not.Null.And.Message.Contains("earlier write failed"));
        Assert.That(() => writer.Write(new ValuePacket<int>(2, 0, new CallingPayloadWriter(static () => { }))), Throws.InvalidOperationException);
        Assert.That(async () => await writer.WriteAsync(2, new byte[70_000]), Throws.InvalidOperationException);
        Assert.That(writer.Flush, Throws.InvalidOperationException);
        Assert.That(async () => await writer.FlushAsync(), Throws.InvalidOperationException);
    }

    [Test]
    public async Task A_read_can_be_repeated_after_the_pool_was_out_of_memory([Values] bool async)
    {
        // The packet is longer than the first array.
        PacketFormat format = new(sizeWidth: 4, maxPayloadSize: 1 << 20);
        using MemoryStream stream = new();
        using (PacketWriter writer = new(stream, format, leaveOpen: true))
        {
            writer.Write(1, new byte[300_000]);
        }

        stream.Position = 0;
        CountingPool pool = new() { RentsUntilFailure = 1 };
        PacketReader reader = new(stream, format, pool: pool);
        Assert.That(async () => await ReadAsync(), Throws.InstanceOf<OutOfMemoryException>());
        Assert.That(async () => await ReadAsync(), Throws.InstanceOf<OutOfMemoryException>());
        pool.RentsUntilFailure = 10;
        Assert.That((await ReadAsync()).Packet.PayloadSize, Is.EqualTo(300_000));
        pool.RentsUntilFailure = 0;
        reader.Dispose();
        Assert.That(pool.Outstanding, Is.Zero);

        async Task<PacketReadResult> ReadAsync() => async ? await reader.ReadPacketAsync() : reader.ReadPacket();
    }
}
