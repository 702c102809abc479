namespace Codec.Tests.Streams;

/// <summary>Tests the common behavior of the two pooled streams beyond the contract of streams.</summary>
[TestFixture(false)]
[TestFixture(true)]
internal sealed class PooledStreamTests(bool chunked)
{
    private CountingPool _pool = new();

    [SetUp]
    public void SetUp() => _pool = new CountingPool();

    [Test]
    public void Memory_is_rented_on_the_first_write_and_returned_exactly_once()
    {
        PooledByteStream stream = Create(capacity: 16);
        Assert.That(_pool.Rents, Is.Zero);
        for (int i = 0; i < 3_000; i++)
        {
            stream.Write(new byte[1000]);
            stream.GetSpan(30_000);
            stream.Advance(i % 3);
        }

        stream.SetLength(5);
        stream.GetSpan(100_000);
        Assert.That(_pool.Outstanding, Is.GreaterThan(0));
        stream.Dispose();
        stream.Dispose();
        Assert.That(_pool.Outstanding, Is.Zero);
    }

    [Test]
    public void Memory_is_cleared_on_return_only_if_ClearOnReturn_is_set([Values] bool clear)
    {
        PooledByteStream stream = Create(capacity: 16, clear: clear);
        stream.Write(new byte[1]);
        stream.GetSpan(5_000).Fill(0xAB);
        stream.Advance(5_000);
        stream.GetSpan(50_000).Fill(0xAB);
        stream.Dispose();
        Assert.That(_pool.AllReturnedClear, Is.EqualTo(clear));
    }

    [Test]
    [NonParallelizable]
    public void Memory_of_the_default_pools_is_cleared_on_return_if_ClearOnReturn_is_set()
    {
        // Both the small and the full chunks of a chunked stream.
        byte[] content = new byte[4 << 20];
        content.AsSpan().Fill(7);
        PooledStreamOptions options = new() { ClearOnReturn = true };
        PooledByteStream stream = chunked ? new ChunkedByteStream(options) : new ResizingByteStream(options);
        stream.Write(content);
        List<byte[]> arrays = [];
        ReadOnlySequence<byte> sequence = stream is ChunkedByteStream chunks
            ? chunks.AsReadOnlySequence()
            : new ReadOnlySequence<byte>(((ResizingByteStream)stream).AsMemory());
        foreach (ReadOnlyMemory<byte> memory in sequence)
        {
            Assert.That(MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> segment), Is.True);
            arrays.Add(segment.Array!);
        }

        stream.Dispose();
        Assert.That(arrays, chunked ? Has.Count.GreaterThan(4) : Has.Count.EqualTo(1));
        Assert.That(arrays.TrueForAll(static array => array.AsSpan().IndexOf((byte)7) < 0), Is.True);
    }

    [Test]
    public void Every_write_beyond_MaxLength_is_rejected_and_writes_nothing()
    {
        using PooledByteStream stream = Create(capacity: 16, maxLength: 1000);
        Assert.That(stream.MaxLength, Is.EqualTo(1000));
        stream.Write(new byte[999]);
        Assert.That(() => stream.Write(new byte[2], 0, 2), Throws.InstanceOf<IOException>().With.Message.Contains("1001").And.Message.Contains("1000"));
        Assert.That(() => stream.Write(new byte[2].AsSpan()), Throws.InstanceOf<IOException>());
        Assert.That(() => stream.WriteAsync(new byte[2]).AsTask().Wait(), Throws.InnerException.InstanceOf<IOException>());
        Assert.That(() => { _ = stream.GetSpan(2); }, Throws.InstanceOf<IOException>());
        Assert.That(() => stream.SetLength(1001), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("1000"));
        Assert.That((stream.Length, stream.Position), Is.EqualTo((999L, 999L)));
        Assert.That(stream.GetSpan(1).Length, Is.EqualTo(1), "A pool's longer array is not handed out beyond the limit.");
        stream.WriteByte(1);
        Assert.That(() => stream.WriteByte(1), Throws.InstanceOf<IOException>());
        Assert.That(() => { _ = stream.GetSpan(); }, Throws.InstanceOf<IOException>());
        stream.Position = 5_000;
        Assert.That(() => stream.WriteByte(1), Throws.InstanceOf<IOException>());
        Assert.That(stream.Length, Is.EqualTo(1000));
    }

    [Test]
    public void An_exception_of_the_pool_fails_the_task_of_an_asynchronous_write()
    {
        _pool.RentsUntilFailure = 0;
        _pool.Failure = new HandlerException();
        using PooledByteStream stream = Create();
        Task array = stream.WriteAsync(new byte[1], 0, 1);
        ValueTask memory = stream.WriteAsync(new byte[1]);
        Assert.That(async () => await array, Throws.InstanceOf<HandlerException>());
        Assert.That(async () => await memory, Throws.InstanceOf<HandlerException>());
    }

    [Test]
    public void Memory_before_the_end_of_the_content_changes_only_the_bytes_that_are_advanced([Values(1, 50, 3_000)] int sizeHint, [Values(0, 1, 40)] int advanced)
    {
        advanced = Math.Min(advanced, sizeHint);
        using (PooledByteStream stream = Create(capacity: 16))
        {
            byte[] content = new byte[1000];
            new Random(1).NextBytes(content);
            stream.Write(content);
            foreach (int position in (int[])[0, 5, 15, 16, 500, 999])
            {
                stream.Position = position;
                stream.GetMemory(sizeHint).Span.Fill(0xAB);
                stream.Position = position;
                Assert.That(() => stream.Advance(1), Throws.InvalidOperationException);
                Span<byte> memory = stream.GetSpan(sizeHint);
                Assert.That(memory.Length, Is.GreaterThanOrEqualTo(sizeHint));
                memory.Fill(0xCD);
                stream.Advance(advanced);
                Assert.That(stream.Position, Is.EqualTo(position + advanced));
                Assert.That(() => stream.Advance(1), Throws.InvalidOperationException);
                byte[] expected = new byte[Math.Max(content.Length, position + advanced)];
                content.CopyTo(expected, 0);
                expected.AsSpan(position, advanced).Fill(0xCD);
                content = expected;
                Assert.That(stream.ToArray(), Is.EqualTo(content));
            }

            stream.Position = 0;
            int length = stream.GetSpan(sizeHint).Length;
            Assert.That(() => stream.Advance(length + 1), Throws.InvalidOperationException.With.Message.Contains($"{length}"));
            stream.Position = 0;
            stream.GetSpan(sizeHint);
        }

        Assert.That(_pool.Outstanding, Is.Zero);
    }

    [Test]
    public void Memory_before_the_end_of_the_content_is_not_longer_than_MaxLength_allows()
    {
        using PooledByteStream stream = Create(capacity: 16, maxLength: 1000);
        stream.Write(new byte[1000]);
        stream.Position = 990;
        Assert.That(() => { _ = stream.GetSpan(11); }, Throws.InstanceOf<IOException>().With.Message.Contains("1001"));
        Assert.That(stream.GetSpan(10).Length, Is.EqualTo(10));
        stream.Advance(10);
        Assert.That((stream.Length, stream.Position), Is.EqualTo((1000L, 1000L)));
    }

    [Test]
    public void A_packet_that_cannot_be_written_does_not_change_the_content()
    {
        using PooledByteStream stream = Create(capacity: 16);
        byte[] content = new byte[100];
        content.AsSpan().Fill(0xAB);
        stream.Write(content);
        stream.Position = 10;
        CallingPayloadWriter throwing = new(static () => throw new HandlerException());
        Assert.That(() => PacketEncoder.Write(stream, new ValuePacket<int>(1, 20, throwing)), Throws.InstanceOf<HandlerException>());
        Assert.That(stream.ToArray(), Is.EqualTo(content));
    }

    [Test]
    public void A_stream_with_a_MaxLength_of_zero_rejects_every_byte()
    {
        using PooledByteStream stream = Create(maxLength: 0);
        Assert.That(() => stream.WriteByte(1), Throws.InstanceOf<IOException>());
        stream.Write([]);
        Assert.That(stream.ToArray(), Is.Empty);
    }

    [Test]
    public void Content_is_exported_whole_or_not_at_all()
    {
        using PooledByteStream stream = Create(capacity: 16);
        byte[] content = new byte[1000];
        new Random(1).NextBytes(content);
        stream.Write(content);
        stream.Position = 17;
        byte[] destination = new byte[1001];
        destination[1000] = 77;
        Assert.That(stream.ExportTo(destination), Is.EqualTo(1000));
        Assert.That(destination, Is.EqualTo((byte[])[.. content, 77]));
        byte[] tooShort = new byte[999];
        Assert.That(() => stream.ExportTo(tooShort), Throws.ArgumentException.With.Message.Contains("999").And.Message.Contains("1000"));
        Assert.That(tooShort, Is.All.Zero);
        Assert.That(stream.ToArray(), Is.EqualTo(content));
        Assert.That(stream.Position, Is.EqualTo(17));
    }

    [Test]
    public void Exports_throw_after_dispose()
    {
        PooledByteStream stream = Create();
        stream.Write(new byte[10]);
        _ = stream.GetSpan(5);
        stream.Dispose();
        Assert.That(stream.ToArray, Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(() => stream.ExportTo(new byte[10]), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(() => { _ = stream.GetSpan(); }, Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(() => stream.Advance(0), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(
            () => { _ = stream is ChunkedByteStream chunks ? chunks.AsReadOnlySequence().Length : ((ResizingByteStream)stream).AsSpan().Length; },
            Throws.InstanceOf<ObjectDisposedException>());
    }

    [Test]
    public void The_content_is_available_as_a_span_or_a_sequence([Values(0, 16, 17, 100_000, 5_000_000)] int length)
    {
        using PooledByteStream stream = Create(capacity: 16);
        byte[] content = new byte[length];
        new Random(length).NextBytes(content);
        stream.Write(content);
        if (stream is ChunkedByteStream chunks)
        {
            ReadOnlySequence<byte> sequence = chunks.AsReadOnlySequence();
            Assert.That(sequence.Length, Is.EqualTo(length));
            Assert.That(sequence.ToArray().AsSpan().SequenceEqual(content), Is.True);
            Assert.That(sequence.Slice(length / 2).ToArray().AsSpan().SequenceEqual(content.AsSpan(length / 2)), Is.True);
        }
        else
        {
            ResizingByteStream resizing = (ResizingByteStream)stream;
            Assert.That(resizing.AsSpan().SequenceEqual(content), Is.True);
            Assert.That(resizing.AsMemory().Span.SequenceEqual(content), Is.True);
            Assert.That(MemoryMarshal.TryGetArray<byte>(resizing.AsMemory(), out ArraySegment<byte> segment) && segment.Offset == 0, Is.True);
        }
    }

    [Test]
    public void CopyTo_passes_the_memory_of_the_stream_to_the_destination_without_another_rent()
    {
        using PooledByteStream stream = Create(capacity: 1024);
        stream.Write(new byte[5_000]);
        stream.Position = 0;
        int rented = _pool.Rents;
        using RecordingStream destination = new();
        stream.CopyTo(destination);
        Assert.That(destination.Writes, Is.EqualTo(chunked ? 3 : 1));
        Assert.That(_pool.Rents, Is.EqualTo(rented));
    }

    [Test]
    public void Warm_streams_allocate_only_themselves()
    {
        byte[] kilobyte = new byte[1024];
        byte[] eight = new byte[8192];
        foreach (int size in (int[])[128, 1024, 65_536, 1 << 20, 8 << 20])
        {
            Run(size);
            Run(size);

            // A garbage collection may trim the shared pool, so the minimum of several runs is measured.
            long perStream = long.MaxValue;
            for (int i = 0; i < 8; i++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                Run(size);
                perStream = Math.Min(perStream, GC.GetAllocatedBytesForCurrentThread() - before);
            }

            Assert.That(perStream, Is.LessThanOrEqualTo(200), $"{size} bytes");
        }

        void Run(int size)
        {
            using PooledByteStream stream = chunked ? new ChunkedByteStream() : new ResizingByteStream();
            for (int left = size; left > 0; left -= 1024)
            {
                stream.Write(kilobyte, 0, Math.Min(left, 1024));
            }

            stream.Position = 0;
            while (stream.Read(eight, 0, eight.Length) > 0)
            {
            }
        }
    }

    private PooledByteStream Create(int capacity = PooledStreamOptions.DefaultCapacity, long maxLength = long.MaxValue, bool clear = false)
    {
        PooledStreamOptions options = new() { InitialCapacity = capacity, MaxLength = maxLength, ClearOnReturn = clear, Pool = _pool };
        return chunked ? new ChunkedByteStream(options) : new ResizingByteStream(options);
    }
}
