namespace Codec.Tests.Streams;

/// <summary>Tests the pool during a copy: an array is returned only after the destination has read it, and is always returned then.</summary>
[TestFixture(false)]
[TestFixture(true)]
internal sealed class PooledStreamCopyTests(bool chunked)
{
    private CountingPool _pool = new();

    /// <summary>Gets the calls that return a stream's memory to the pool, or write more than its capacity.</summary>
    public static IEnumerable<TestCaseData> Uses =>
    [
        new TestCaseData(static (PooledByteStream stream) => stream.Dispose()).SetArgDisplayNames("dispose"),
        new TestCaseData(static (PooledByteStream stream) => stream.Write(new byte[10_000], 0, 10_000)).SetArgDisplayNames("write"),
        new TestCaseData(static (PooledByteStream stream) => stream.SetLength(20_000)).SetArgDisplayNames("lengthen"),
        new TestCaseData(static (PooledByteStream stream) => stream.GetSpan(10_000).Fill(1)).SetArgDisplayNames("ask for memory"),
        new TestCaseData(static (PooledByteStream stream) =>
        {
            stream.Write(new byte[10_000], 0, 10_000);
            stream.Dispose();
        }).SetArgDisplayNames("write and dispose"),
    ];

    [SetUp]
    public void SetUp() => _pool = new CountingPool();

    [TestCaseSource(nameof(Uses))]
    public async Task A_pending_copy_keeps_its_memory_while_the_stream_is_changed_or_disposed(Action<PooledByteStream> use)
    {
        PooledByteStream stream = Create(out byte[] content);
        using GatedStream destination = new();
        Task copy = stream.CopyToAsync(destination);
        use(stream);
        destination.Open();
        await copy;
        Assert.That(destination.Written, Is.EqualTo(content));
        stream.Dispose();
        Assert.That(_pool.Outstanding, Is.Zero);
    }

    [TestCaseSource(nameof(Uses))]
    public void A_destination_can_change_or_dispose_the_stream_during_CopyTo(Action<PooledByteStream> use)
    {
        PooledByteStream stream = Create(out byte[] content);
        using RecordingStream destination = new();
        destination.OnWrite = () =>
        {
            destination.OnWrite = null;
            use(stream);
        };
        stream.CopyTo(destination);
        Assert.That(destination.Written, Is.EqualTo(content));
        stream.Dispose();
        Assert.That(_pool.Outstanding, Is.Zero);
    }

    [Test]
    public async Task Memory_is_returned_to_the_pool_when_the_last_copy_ends([Values] bool fails)
    {
        PooledByteStream stream = Create(out _);
        using GatedStream first = new();
        using GatedStream second = new();
        Task firstCopy = stream.CopyToAsync(first);
        stream.Position = 0;
        Task secondCopy = stream.CopyToAsync(second);
        int rented = _pool.Outstanding;
        stream.Dispose();
        first.Open();
        await firstCopy;
        Assert.That(_pool.Outstanding, Is.EqualTo(rented));
        if (fails)
        {
            second.Dispose();
        }

        second.Open();
        await Assert.ThatAsync(async () => await secondCopy, fails ? Throws.InstanceOf<ObjectDisposedException>() : Throws.Nothing);
        Assert.That(_pool.Outstanding, Is.Zero);
    }

    [Test]
    public async Task After_completed_copies_a_stream_returns_its_memory_on_dispose()
    {
        PooledByteStream stream = Create(out byte[] content, clearOnReturn: true);
        using MemoryStream destination = new();
        await stream.CopyToAsync(destination);
        stream.Position = 0;
        stream.CopyTo(destination);
        stream.Write(new byte[50_000], 0, 50_000);
        stream.Dispose();
        Assert.That(destination.ToArray(), Is.EqualTo((byte[])[.. content, .. content]));
        Assert.That((_pool.Outstanding, _pool.AllReturnedClear), Is.EqualTo((0, true)));
    }

    [Test]
    public async Task ClearOnReturn_clears_memory_that_a_pending_copy_returns_after_dispose()
    {
        PooledByteStream stream = Create(out _, clearOnReturn: true);
        using GatedStream destination = new();
        Task copy = stream.CopyToAsync(destination);
        stream.Dispose();
        destination.Open();
        await copy;
        Assert.That((_pool.Outstanding, _pool.AllReturnedClear), Is.EqualTo((0, true)));
    }

    private PooledByteStream Create(out byte[] content, bool clearOnReturn = false)
    {
        PooledStreamOptions options = new() { InitialCapacity = 16, Pool = _pool, ClearOnReturn = clearOnReturn };
        PooledByteStream stream = chunked ? new ChunkedByteStream(options) : new ResizingByteStream(options);
        content = new byte[5_000];
        new Random(5).NextBytes(content);
        stream.Write(content, 0, content.Length);
        stream.Position = 0;
        return stream;
    }
}
