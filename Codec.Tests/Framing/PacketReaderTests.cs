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
    public async Task A_cancelled_enumeration_has_the_token_of_its_caller([Values(1, 2, 3)] int which)
    {
        await using PacketReader reader = new(new Pipe().Reader);
        using CancellationTokenSource cancellation = new();
        CancellationToken first = which == 2 ? default : cancellation.Token;
        CancellationToken second = which == 1 ? default : cancellation.Token;
        ValueTask<bool> next = reader.ReadAllAsync(first).GetAsyncEnumerator(second).MoveNextAsync();
        await cancellation.CancelAsync();

        // Not a task, which on Mono forgets the token.
        Assert.That(
            async () => await next,
            Throws.InstanceOf<OperationCanceledException>().With.Property("CancellationToken").EqualTo(cancellation.Token));
    }

    [Test]
    public async Task An_enumeration_ends_with_its_first_exception_or_when_it_is_disposed([Values] bool waits)
    {
        Pipe pipe = new();
        await using PacketReader reader = new(pipe.Reader);
        IAsyncEnumerator<PacketReadResult> packets = reader.ReadAllAsync().GetAsyncEnumerator();
        if (waits)
        {
            ValueTask<bool> next = packets.MoveNextAsync();
            Assert.That(() => next.GetAwaiter().GetResult(), Throws.InvalidOperationException, "The read continues.");
            await pipe.Writer.WriteAsync((byte[])[0, 0, 1, 0]);
            Assert.That(await next.AsTask().WaitAsync(Limit), Is.True);
        }

        await pipe.Writer.WriteAsync((byte[])[1, 0]);
        Task<bool> last = waits ? packets.MoveNextAsync().AsTask() : Task.FromResult(false);
        await pipe.Writer.CompleteAsync();
        Assert.That(async () => await (waits ? last : packets.MoveNextAsync().AsTask()).WaitAsync(Limit), Throws.InstanceOf<InvalidPacketException>());
        Assert.That(await packets.MoveNextAsync(), Is.False);

        packets = reader.ReadAllAsync().GetAsyncEnumerator();
        await packets.DisposeAsync();
        Assert.That(await packets.MoveNextAsync(), Is.False);
    }

    [Test]
    public void Results_are_equal_if_they_are_the_same_result_of_the_same_read()
    {
        using PacketReader reader = new(new MemoryStream([0, 0, 1, 0, 0, 0, 2, 0, 1]));
        using PacketReader other = new(new MemoryStream([0, 0, 1, 0]));
        PacketReadResult[] results =
            [default, reader.ReadPacket(), reader.ReadPacket(), reader.ReadPacket(), other.ReadPacket(), other.ReadPacket(), new(PacketError.SizeTooSmall)];
        for (int i = 0; i < results.Length * results.Length; i++)
        {
            (PacketReadResult left, PacketReadResult right) = (results[i / results.Length], results[i % results.Length]);
            bool same = i / results.Length == i % results.Length;
            Assert.That((left == right, left != right, left.Equals((object)right)), Is.EqualTo((same, !same, same)));
            Assert.That(!same || left.GetHashCode() == right.GetHashCode(), Is.True);
        }
    }

    [Test]
    public async Task Only_short_copies_of_packets_in_several_segments_are_kept([Values(4096, 4097)] int size, [Values] bool leaveOpen)
    {
        byte[] packet = [(byte)(size - 4), 15, 1, 0, .. new byte[size - 4]];
        PipeInput input = new(PipeReader.Create(new MemoryStream(packet), new StreamPipeReaderOptions(bufferSize: 1000)), leaveOpen);
        PacketReader reader = new(input, format: null, countsPackets: false);
        Assert.That((await reader.ReadPacketAsync()).Packet.Raw.SequenceEqual(packet), Is.True);
        Assert.That(input.Copy.Length, Is.GreaterThanOrEqualTo(size));
        Assert.That((await reader.ReadPacketAsync()).IsCompleted, Is.True);
        Assert.That(input.Copy.Length, Is.EqualTo(size == 4096 ? 4096 : 0));
        await reader.DisposeAsync();
        Assert.That(input.Copy, Is.Empty);
    }

    [Test]
    public async Task A_packet_is_not_accessible_after_the_next_read([Values] bool blocks)
    {
        await using PacketReader reader = new(new MemoryStream([0, 0, 1, 0, 0, 0, 2, 0]));
        PacketReadResult first = await reader.ReadPacketAsync();
        Assert.That(first.Packet.Id, Is.EqualTo(1));
        PacketReadResult second = await reader.ReadPacketAsync();
        Assert.That(() => first.Packet.Id, Throws.InvalidOperationException.With.Message.Contains("copy it before the next read"));
        Assert.That(second.Packet.Id, Is.EqualTo(2));
        PacketReadResult end = blocks ? reader.ReadPacket() : await reader.ReadPacketAsync();
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
    public async Task Packets_of_a_pipe_are_enumerated_synchronously()
    {
        Pipe pipe = new(new PipeOptions(pauseWriterThreshold: 8, resumeWriterThreshold: 4));
        using PacketReader reader = new(pipe.Reader);
        Task<int[]> reading = Task.Run(() => reader.ReadAll().Select(static result => result.Packet.PayloadSize).ToArray());
        await using (PacketWriter writer = new(pipe.Writer))
        {
            for (int i = 0; i < 100; i++)
            {
                writer.Write(1, new byte[i]);
                await writer.FlushAsync();
            }
        }

        Assert.That(await reading.WaitAsync(Limit), Is.EqualTo(Enumerable.Range(0, 100)));
    }

    [Test]
    public void An_invalid_stream_ends_a_synchronous_enumeration_with_an_exception()
    {
        using PacketReader reader = new(new MemoryStream([1, 0, 7, 0, 9, 5]));
        Assert.That(() => reader.ReadAll().Count(), Throws.InstanceOf<InvalidPacketException>().With.Property("Error").EqualTo(PacketError.HeaderTruncated));
        Assert.That(reader.Position, Is.EqualTo(5));
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
