namespace Codec.Tests.Framing;

public sealed class PacketReaderTests
{
    [Test]
    public async Task A_cancelled_read_loses_nothing()
    {
        Pipe pipe = new();
        await using PacketReader reader = new(pipe.Reader);
        await pipe.Writer.WriteAsync((byte[])[5, 0, 1]);
        using (CancellationTokenSource cancellation = new())
        {
            Task<PacketReadResult> read = reader.ReadPacketAsync(cancellation.Token).AsTask();
            await cancellation.CancelAsync();
            Assert.That(async () => await read, Throws.InstanceOf<OperationCanceledException>());
            Assert.That(async () => await reader.ReadPacketAsync(cancellation.Token), Throws.InstanceOf<OperationCanceledException>());
        }

        await pipe.Writer.WriteAsync((byte[])[0, 1, 2, 3]);
        Task<PacketReadResult> pending = reader.ReadPacketAsync().AsTask();
        pipe.Reader.CancelPendingRead();
        Assert.That((await pending).IsCanceled, Is.True);
        await pipe.Writer.WriteAsync((byte[])[4, 5]);
        PacketReadResult result = await reader.ReadPacketAsync();
        Assert.That(result.Packet.Payload.ToArray(), Is.EqualTo((byte[])[1, 2, 3, 4, 5]));
    }

    [Test]
    public async Task A_cancelled_read_of_the_pipe_ends_an_enumeration_with_an_exception()
    {
        Pipe pipe = new();
        await using PacketReader reader = new(pipe.Reader);
        pipe.Reader.CancelPendingRead();
        Assert.That(async () => await reader.ReadAllAsync().GetAsyncEnumerator().MoveNextAsync(), Throws.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public async Task A_packet_is_not_accessible_after_the_next_read()
    {
        await using PacketReader reader = new(new MemoryStream([0, 0, 1, 0, 0, 0, 2, 0]));
        PacketReadResult first = await reader.ReadPacketAsync();
        Assert.That(first.Packet.Id, Is.EqualTo(1));
        PacketReadResult second = await reader.ReadPacketAsync();
        Assert.That(() => first.Packet.Id, Throws.InvalidOperationException);
        Assert.That(second.Packet.Id, Is.EqualTo(2));
        PacketReadResult end = await reader.ReadPacketAsync();
        Assert.That((end.IsCompleted, end.HasPacket), Is.EqualTo((true, false)));
        Assert.That(() => end.Packet.Id, Throws.InvalidOperationException);
        Assert.That(() => second.Packet.Id, Throws.InvalidOperationException);
    }

    [Test]
    public void A_stream_that_cannot_be_read_is_rejected()
    {
        using LimitedStream stream = new(room: 0);
        Assert.That(() => new PacketReader(stream), Throws.ArgumentException);
        Assert.That(() => new PacketReader((Stream)null!), Throws.ArgumentNullException);
        Assert.That(() => new PacketReader((PipeReader)null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("pipe"));
    }

    [Test]
    public async Task An_exception_of_the_pipe_reaches_the_caller()
    {
        Pipe pipe = new();
        await using PacketReader reader = new(pipe.Reader);
        Task<PacketReadResult> read = reader.ReadPacketAsync().AsTask();
        await pipe.Writer.CompleteAsync(new IOException("reset"));
        Assert.That(async () => await read, Throws.InstanceOf<IOException>().With.Message.EqualTo("reset"));
    }

    [Test]
    public async Task A_reader_that_leaves_its_pipe_open_leaves_the_unread_packets_in_it()
    {
        Pipe pipe = new();
        await pipe.Writer.WriteAsync((byte[])[0, 0, 1, 0, 0, 0, 2, 0]);
        await using (PacketReader reader = new(pipe.Reader, leaveOpen: true))
        {
            Assert.That((await reader.ReadPacketAsync()).Packet.Id, Is.EqualTo(1));
        }

        await using PacketReader next = new(pipe.Reader);
        Task<PacketReadResult> left = next.ReadPacketAsync().AsTask();
        Assert.That(left.IsCompleted, Is.True, "The rest is there without another write.");
        Assert.That((await left).Packet.Id, Is.EqualTo(2));
    }

    [Test]
    public async Task A_rejected_packet_stays_in_a_pipe_that_is_left_open()
    {
        Pipe pipe = new();
        await pipe.Writer.WriteAsync((byte[])[0, 0, 1, 0, 5, 0, 2, 0, 1, 2, 3, 4, 5]);
        await using (PacketReader reader = new(pipe.Reader, new PacketFormat(maxPayloadSize: 4), leaveOpen: true))
        {
            Assert.That((await reader.ReadPacketAsync()).Packet.Id, Is.EqualTo(1));
            Assert.That((await reader.ReadPacketAsync()).Error, Is.EqualTo(PacketError.PayloadTooLarge));
            Assert.That((await reader.ReadPacketAsync()).Error, Is.EqualTo(PacketError.PayloadTooLarge));
        }

        await using PacketReader next = new(pipe.Reader);
        Task<PacketReadResult> left = next.ReadPacketAsync().AsTask();
        Assert.That(left.IsCompleted, Is.True, "The refused packet is there without another write.");
        Assert.That((await left).Packet.Payload.ToArray(), Is.EqualTo((byte[])[1, 2, 3, 4, 5]));
        await pipe.Writer.WriteAsync((byte[])[0, 0, 3, 0]);
        Assert.That((await next.ReadPacketAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(10))).Packet.Id, Is.EqualTo(3));
    }

    [Test]
    public async Task The_next_reader_of_a_pipe_over_memory_gets_the_unread_packets([Values] bool isArray, [Values(0, 3)] int before)
    {
        byte[] bytes = [.. new byte[before], 0, 0, 1, 0, 3, 0, 2, 0, 1, 2, 3];
        ReadOnlyMemory<byte> memory = isArray ? bytes : new HookedMemory(bytes).Memory;
        PipeReader pipe = PipeReader.Create(new ReadOnlySequence<byte>(memory.Slice(before)));
        await using (PacketReader reader = new(pipe, leaveOpen: true))
        {
            Assert.That((await reader.ReadPacketAsync()).Packet.Id, Is.EqualTo(1));
        }

        await using PacketReader next = new(pipe);
        Packet packet = (await next.ReadPacketAsync()).Packet;
        Assert.That((packet.Id, packet.Raw.Length), Is.EqualTo((2u, 7)));
        Assert.That(packet.Payload.ToArray(), Is.EqualTo((byte[])[1, 2, 3]));
    }

    [Test]
    public async Task An_exception_of_the_stream_is_in_the_task([Values] bool canceled, [Values] bool inPacket)
    {
        ChunkStream stream = new([inPacket ? [0, 0, 1, 0, 5, 0, 2] : [0, 0, 1, 0]], ends: true)
        {
            Failure = canceled ? new OperationCanceledException() : new IOException("reset"),
        };
        await using PacketReader reader = new(stream);
        Assert.That((await reader.ReadPacketAsync()).Packet.Id, Is.EqualTo(1));
        Task<PacketReadResult> read = reader.ReadPacketAsync().AsTask();
        Assert.That(async () => await read, Throws.InstanceOf(canceled ? typeof(OperationCanceledException) : typeof(IOException)));
        Assert.That((read.IsCanceled, read.IsFaulted), Is.EqualTo((canceled, !canceled)));
        Task<PacketReadResult> again = reader.ReadPacketAsync().AsTask();
        Assert.That(async () => await again, Throws.InstanceOf(canceled ? typeof(OperationCanceledException) : typeof(IOException)), "Not that a read is in progress.");
    }

    [Test]
    public async Task Waiting_reads_allocate_nothing_once_warm()
    {
        Pipe pipe = new(new PipeOptions(readerScheduler: PipeScheduler.Inline, writerScheduler: PipeScheduler.Inline, useSynchronizationContext: false));
        await using PacketReader reader = new(pipe.Reader);
        byte[] packet = [3, 0, 1, 0, 7, 8, 9];
        RoundTrips(100);
        long before = GC.GetAllocatedBytesForCurrentThread();
        RoundTrips(1000);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);

        void RoundTrips(int count)
        {
            for (int i = 0; i < count; i++)
            {
                ValueTask<PacketReadResult> read = reader.ReadPacketAsync();
                packet.AsSpan(0, 2).CopyTo(pipe.Writer.GetSpan(2));
                Send(pipe.Writer, 2);
                packet.AsSpan(2).CopyTo(pipe.Writer.GetSpan(5));
                Send(pipe.Writer, 5);
                if (!read.IsCompleted || read.Result.Packet.Id != 1)
                {
                    throw new InvalidOperationException("Another packet.");
                }
            }
        }

        static void Send(PipeWriter writer, int count)
        {
            writer.Advance(count);
            ValueTask<FlushResult> flush = writer.FlushAsync();
            if (!flush.IsCompleted || flush.Result.IsCompleted)
            {
                throw new InvalidOperationException("The pipe does not take more.");
            }
        }
    }

    [Test]
    public void Packets_of_a_pipe_are_enumerated_synchronously()
    {
        Pipe pipe = new();
        Task writing = Task.Run(async () =>
        {
            await using PacketWriter writer = new(pipe.Writer);
            for (int i = 0; i < 100; i++)
            {
                writer.Write((uint)i, new byte[i]);
                await writer.FlushAsync();
            }
        });
        using PacketReader reader = new(pipe.Reader);
        uint next = 0;
        foreach (PacketReadResult result in reader.ReadAll())
        {
            Assert.That((result.Packet.Id, result.Packet.PayloadSize), Is.EqualTo((next, (int)next)));
            next++;
        }

        Assert.That(next, Is.EqualTo(100));
        Assert.That(writing.Wait(TimeSpan.FromSeconds(10)), Is.True);
    }

    [Test]
    public void An_invalid_stream_ends_a_synchronous_enumeration_with_an_exception()
    {
        using PacketReader reader = new(new MemoryStream([1, 0, 7, 0, 9, 5]));
        int packets = 0;
        Assert.That(
            () =>
            {
                foreach (PacketReadResult result in reader.ReadAll())
                {
                    packets += result.HasPacket ? 1 : 0;
                }
            },
            Throws.InstanceOf<InvalidPacketException>().With.Property("Error").EqualTo(PacketError.HeaderTruncated));
        Assert.That(packets, Is.EqualTo(1));
    }

    [Test]
    public async Task Synchronous_and_asynchronous_reads_take_turns([Values(1, 3, 100)] int drip)
    {
        byte[] bytes = [.. Enumerable.Range(0, 200).SelectMany(i => (byte[])[(byte)(i % 7), 0, (byte)i, 0, .. new byte[i % 7]])];
        await using PacketReader reader = new(new DripStream(bytes, drip));
        for (int i = 0; i < 200; i++)
        {
            PacketReadResult result = i % 2 == 0 ? reader.ReadPacket() : await reader.ReadPacketAsync();
            Assert.That((result.Packet.Id, result.Packet.PayloadSize), Is.EqualTo(((uint)i, i % 7)));
        }

        Assert.That(reader.ReadPacket().IsCompleted, Is.True);
    }
}
