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
    public async Task Written_packets_are_read_back([Values] bool async, [Values(1, 1460, 1 << 20)] int drip)
    {
        using MemoryStream stream = new();
        using (PacketWriter writer = new(stream, leaveOpen: true))
        {
            for (int i = 0; i < 300; i++)
            {
                byte[] packet = GamePacket(i, SizeOf(i));
                if (i % 2 == 0)
                {
                    writer.Write((uint)i, packet.AsSpan(4));
                }
                else
                {
                    await writer.WriteAsync((uint)i, packet.AsMemory(4));
                }

                if (async && i % 100 == 0)
                {
                    await writer.FlushAsync();
                    Assert.That(writer.UnflushedBytes, Is.Zero);
                }
            }
        }

        DripStream drips = new(stream.ToArray(), drip);
        using PacketReader reader = new(drips);
        for (int i = 0; i < 300; i++)
        {
            PacketReadResult result = async ? await reader.ReadPacketAsync() : reader.ReadPacket();
            Assert.That(result.HasPacket, Is.True);
            Assert.That(result.Packet.Raw.SequenceEqual(GamePacket(i, SizeOf(i))), Is.True);
        }

        PacketReadResult end = async ? await reader.ReadPacketAsync() : reader.ReadPacket();
        Assert.That(end.IsCompleted, Is.True);
        Assert.That((reader.Error, reader.Position), Is.EqualTo((PacketError.None, stream.Length)));
        Assert.That(() => end.Packet.Id, Throws.InvalidOperationException);
        if (drip > 1460)
        {
            Assert.That(drips.Reads, Is.LessThan((stream.Length / 30_000) + 10), "A stream is read in large pieces.");
        }

        static int SizeOf(int i) => i is 50 or 51 ? 65_535 : i * 37 % 3000;
    }

    [Test]
    public void Other_formats_and_payloads_longer_than_the_buffer_are_written_and_read()
    {
        PacketFormat format = new(sizeCountsHeader: true, 4, 4, idFirst: true, bigEndian: true, 1 << 20);
        byte[] payload = new byte[300_000];
        new Random(1).NextBytes(payload);
        using MemoryStream stream = new();
        using (PacketWriter writer = new(stream, format, leaveOpen: true))
        {
            writer.Write(70_000, payload);
            writer.Write(70_001, payload.AsSpan(10, 299_000));
            writer.Write(70_002, []);
        }

        stream.Position = 0;
        using PacketReader reader = new(stream, format);
        PacketReadResult first = reader.ReadPacket();
        Assert.That(first.Packet.Id == 70_000 && first.Packet.Payload.SequenceEqual(payload), Is.True);
        PacketReadResult second = reader.ReadPacket();
        Assert.That(second.Packet.Id == 70_001 && second.Packet.Payload.SequenceEqual(payload.AsSpan(10, 299_000)), Is.True);
        PacketReadResult third = reader.ReadPacket();
        Assert.That((third.Packet.Id, third.Packet.PayloadSize), Is.EqualTo((70_002u, 0)));
        Assert.That(reader.ReadPacket().IsCompleted, Is.True);
    }

    [TestCase(3, PacketError.HeaderTruncated)]
    [TestCase(4, PacketError.PayloadTruncated)]
    [TestCase(13, PacketError.PayloadTruncated)]
    public void A_stream_that_ends_inside_a_packet_is_an_error(int cut, PacketError error)
    {
        byte[] bytes = [.. GamePacket(1, 20), .. GamePacket(2, 10)[..cut]];
        using PacketReader reader = new(new DripStream(bytes, 5));
        Assert.That(reader.ReadPacket().HasPacket, Is.True);
        Assert.That(reader.ReadPacket().Error, Is.Not.EqualTo(PacketError.None));
        Assert.That((reader.Error, reader.Position), Is.EqualTo((error, 24L)));
        Assert.That(reader.ReadPacket().Error, Is.Not.EqualTo(PacketError.None));
    }

    [Test]
    public void A_stream_that_fails_in_a_payload_poisons_the_writer()
    {
        // There is space for the header and a part of the payload, which is longer than the writer's buffer.
        LimitedStream stream = new(room: 16);
        PacketWriter writer = new(stream, new PacketFormat(sizeWidth: 4, maxPayloadSize: 1 << 20));
        writer.Write(1, new byte[100_000]);
        Assert.That(writer.Flush, Throws.InstanceOf<IOException>());
        Assert.That(stream.Written.Length, Is.EqualTo(16));
        stream.Room = 1000;
        RefusesAll(writer);
        writer.Dispose();
        Assert.That(stream.Written.Length, Is.EqualTo(16));
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
    public async Task Cancelling_a_read_that_waits_loses_nothing([Values(0, 3, 9)] int cut)
    {
        Pipe pipe = new();
        byte[] packet = GamePacket(1, 10);
        using PacketReader reader = new(pipe.Reader.AsStream());
        await pipe.Writer.WriteAsync(new byte[] { 1, 0, 7, 0, 9 }.Concat(packet.Take(cut)).ToArray());
        Assert.That((await reader.ReadPacketAsync()).HasPacket, Is.True);

        using CancellationTokenSource cancel = new();
        ValueTask<PacketReadResult> read = reader.ReadPacketAsync(cancel.Token);
        Assert.That(read.IsCompleted, Is.False);
        cancel.Cancel();
        Assert.That(async () => await read, Throws.InstanceOf<OperationCanceledException>());
        Assert.That((reader.Error, reader.Position), Is.EqualTo((PacketError.None, 5L)));

        await pipe.Writer.WriteAsync(packet.Skip(cut).ToArray());
        pipe.Writer.Complete();
        PacketReadResult result = await reader.ReadPacketAsync();
        Assert.That(result.Packet.Raw.ToArray(), Is.EqualTo(packet));
        Assert.That((await reader.ReadPacketAsync()).IsCompleted, Is.True);
    }

    [Test]
    public void A_flush_that_throws_poisons_the_writer_and_no_more_bytes_are_sent([Values] bool async, [Values] bool inWrite)
    {
        LimitedStream stream = new(inWrite ? 6 : 1000) { FailsToFlush = !inWrite };
        PacketWriter writer = new(stream);
        writer.Write(1, new byte[10]);
        Assert.That(FlushAsync, Throws.InstanceOf<IOException>());
        Assert.That(stream.Written.Length, Is.EqualTo(inWrite ? 6 : 14));
        stream.FailsToFlush = false;
        stream.Room = 1000;
        RefusesAll(writer);
        writer.Dispose();
        Assert.That(stream.Written.Length, Is.EqualTo(inWrite ? 6 : 14));

        async Task FlushAsync()
        {
            if (async)
            {
                await writer.FlushAsync();
            }
            else
            {
                writer.Flush();
            }
        }
    }

    [Test]
    public async Task A_flush_cancelled_while_pending_poisons_the_writer_and_no_more_bytes_are_sent()
    {
        Pipe pipe = new(new PipeOptions(pauseWriterThreshold: 8, resumeWriterThreshold: 4));
        PacketWriter writer = new(pipe.Writer.AsStream());
        writer.Write(1, new byte[10]);
        using CancellationTokenSource cancel = new();
        ValueTask<bool> flush = writer.FlushAsync(cancel.Token);
        Assert.That(flush.IsCompleted, Is.False);
        cancel.Cancel();
        Assert.That(async () => await flush, Throws.InstanceOf<OperationCanceledException>());
        RefusesAll(writer);
        writer.Dispose();

        ReadResult sent = await pipe.Reader.ReadAsync();
        Assert.That((sent.IsCompleted, sent.Buffer.Length), Is.EqualTo((true, 14L)));
    }

    [Test]
    public void A_flush_with_a_cancelled_token_poisons_the_writer()
    {
        MemoryStream stream = new();
        PacketWriter writer = new(stream);
        writer.Write(1, new byte[10]);
        Assert.That(async () => await writer.FlushAsync(new CancellationToken(true)), Throws.InstanceOf<OperationCanceledException>());
        RefusesAll(writer);
        writer.Dispose();
        Assert.That(stream.ToArray(), Is.Empty);
    }

    private static void RefusesAll(PacketWriter writer)
    {
        Assert.That(() => writer.Write(2, new byte[1]), Throws.InvalidOperationException);
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
