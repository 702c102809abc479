namespace Codec.Tests.Contracts;

/// <summary>Tests the behavior of any <see cref="IBufferWriter{T}"/>, on the framework's class and on the pooled streams.</summary>
[TestFixtureSource(nameof(Kinds))]
internal sealed class BufferWriterContract(string kind)
{
    private IBufferWriter<byte> _writer = new ArrayBufferWriter<byte>();

    public static IEnumerable<string> Kinds => ["Array", "Resizing", "ResizingFrom16", "Chunked", "ChunkedFrom16"];

    [SetUp]
    public void SetUp() => _writer = kind == "Array" ? new ArrayBufferWriter<byte>() : (IBufferWriter<byte>)StreamContract.Create(kind);

    [TearDown]
    public void TearDown() => (_writer as IDisposable)?.Dispose();

    [Test]
    public void Pieces_of_any_size_are_kept_in_order([Values] bool asMemory)
    {
        List<byte> expected = [];
        foreach (int size in (int[])[0, 1, 7, 16, 33, 100, 1_000, 5, 20_000, 1, 100_000, 3])
        {
            Span<byte> span = asMemory ? _writer.GetMemory(size).Span : _writer.GetSpan(size);
            Assert.That(span.Length, Is.GreaterThanOrEqualTo(Math.Max(1, size)));
            int written = size - (size / 3);
            for (int i = 0; i < written; i++)
            {
                span[i] = (byte)(size + i);
                expected.Add((byte)(size + i));
            }

            _writer.Advance(written);
        }

        Assert.That(Content(), Is.EqualTo(expected));
    }

    [Test]
    public void Bytes_beyond_the_advanced_count_are_discarded()
    {
        _writer.GetSpan(100).Fill(1);
        _writer.GetSpan(40).Fill(2);
        _writer.Advance(40);
        _writer.GetMemory(3).Span.Fill(3);
        _writer.Advance(0);
        Assert.That(Content(), Has.Length.EqualTo(40).And.All.EqualTo(2));
    }

    [Test]
    public void Invalid_counts_throw()
    {
        Assert.That(() => _writer.GetMemory(-1), Throws.InstanceOf<ArgumentException>());
        Assert.That(() => { _ = _writer.GetSpan(-1); }, Throws.InstanceOf<ArgumentException>());
        Assert.That(() => _writer.Advance(-1), Throws.InstanceOf<ArgumentException>());
        int given = _writer.GetMemory(10).Length;
        Assert.That(() => _writer.Advance(given + 1), Throws.InvalidOperationException);
        Assert.That(Content(), Is.Empty);
    }

    [Test]
    public void A_stream_writes_at_its_position_and_zeroes_the_gap()
    {
        if (_writer is not Stream stream)
        {
            Assert.That(_writer, Is.InstanceOf<ArrayBufferWriter<byte>>());
            return;
        }

        stream.Write([1, 2, 3, 4]);
        stream.Position = 1;
        _writer.GetSpan(2)[0] = 9;
        _writer.Advance(1);
        Assert.That((stream.Position, stream.Length), Is.EqualTo((2L, 4L)));
        stream.Position = 40_000;
        _writer.GetSpan(2)[0] = 8;
        _writer.Advance(1);
        Assert.That(Content(), Is.EqualTo((byte[])[1, 9, 3, 4, .. new byte[39_996], 8]));
    }

    [Test]
    public void Advancing_by_0_changes_nothing()
    {
        _writer.Write(new byte[10]);
        if (_writer is Stream stream)
        {
            stream.Position = 1_000;
            _writer.Advance(0);
            Assert.That((stream.Position, stream.Length), Is.EqualTo((1_000L, 10L)));
            _ = _writer.GetSpan(5);
        }

        _writer.Advance(0);
        Assert.That(Content(), Is.EqualTo(new byte[10]));
    }

    [Test]
    public void Advance_throws_after_another_member_has_used_the_stream()
    {
        if (_writer is not Stream stream)
        {
            Assert.That(_writer, Is.InstanceOf<ArrayBufferWriter<byte>>());
            return;
        }

        Action[] calls =
        [
            () => stream.ReadByte(),
            () => stream.WriteByte(1),
            () => _ = stream.Read(new byte[10], 0, 10),
            () => stream.Write(new byte[10], 0, 10),
            () => stream.Position = 2,
            () => stream.Seek(-1, SeekOrigin.End),
            () => stream.SetLength(50),
            () => stream.CopyTo(Stream.Null),
            () => stream.CopyToAsync(Stream.Null).GetAwaiter().GetResult(),
        ];
        foreach (Action call in calls)
        {
            stream.SetLength(0);
            stream.Write(new byte[100]);
            stream.Position = 1;
            _ = _writer.GetSpan(10);
            call();
            Assert.That(() => _writer.Advance(1), Throws.InvalidOperationException);
        }
    }

    private byte[] Content() => _writer switch
    {
        ArrayBufferWriter<byte> array => array.WrittenSpan.ToArray(),
        PooledByteStream stream => stream.ToArray(),
        _ => throw new InvalidOperationException(),
    };
}
