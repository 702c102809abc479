#pragma warning disable CA1835, CA2012, CA2022 // Each overload is asked, and what it returns is the question.

namespace Codec.Tests.Contracts;

/// <summary>Tests the behavior of streams in memory. <see cref="MemoryStream"/> is the reference for the pooled streams.</summary>
[TestFixtureSource(nameof(Kinds))]
internal sealed partial class StreamContract(string kind)
{
    private Stream _stream = Stream.Null;

    public static Stream Create(string kind) => kind switch
    {
        "Memory" => new MemoryStream(),
        "Resizing" => new ResizingByteStream(),
        "ResizingFrom16" => new ResizingByteStream(new PooledStreamOptions { InitialCapacity = 16 }),
        "Chunked" => new ChunkedByteStream(),
        _ => new ChunkedByteStream(new PooledStreamOptions { InitialCapacity = 16 }),
    };

    [SetUp]
    public void SetUp() => _stream = Create(kind);

    [TearDown]
    public void TearDown() => _stream.Dispose();

    [Test]
    public void A_new_stream_is_empty_readable_writable_and_seekable()
    {
        Assert.That(_stream.CanRead && _stream.CanWrite && _stream.CanSeek, Is.True);
        Assert.That(_stream.CanTimeout, Is.False);
        Assert.That((_stream.Length, _stream.Position, _stream.ReadByte(), _stream.Read(new byte[4], 0, 4)), Is.EqualTo((0L, 0L, -1, 0)));
    }

    [Test]
    public async Task Every_write_method_appends_and_every_read_method_returns_the_bytes()
    {
        byte[] part = Bytes(100);
        for (int i = 0; i < 50; i++)
        {
            _stream.Write(part, 0, 10);
            _stream.Write(part.AsSpan(10, 30));
            _stream.WriteByte(part[40]);
            await _stream.WriteAsync(part.AsMemory(41, 20));
            await _stream.WriteAsync(part, 61, 39, CancellationToken.None);
        }

        await _stream.FlushAsync();
        Assert.That((_stream.Length, _stream.Position), Is.EqualTo((5000L, 5000L)));
        _stream.Position = 0;
        byte[] back = new byte[100];
        for (int i = 0; i < 50; i++)
        {
            Array.Clear(back);
            int read = _stream.Read(back, 0, 10);
            read += _stream.Read(back.AsSpan(10, 30));
            back[40] = (byte)_stream.ReadByte();
            read += await _stream.ReadAsync(back.AsMemory(41, 20));
            read += await _stream.ReadAsync(back, 61, 39, CancellationToken.None);
            Assert.That(read, Is.EqualTo(99));
            Assert.That(back, Is.EqualTo(part));
        }

        Assert.That(_stream.Read(back, 0, 100), Is.Zero);
        Assert.That(_stream.ReadByte(), Is.EqualTo(-1));
    }

    [Test]
    public void Seek_supports_every_origin_and_positions_past_the_end()
    {
        _stream.Write(Bytes(100));
        Assert.That(_stream.Seek(10, SeekOrigin.Begin), Is.EqualTo(10));
        Assert.That(_stream.Seek(-5, SeekOrigin.Current), Is.EqualTo(5));
        Assert.That(_stream.ReadByte(), Is.EqualTo(Bytes(100)[5]));
        Assert.That(_stream.Seek(-1, SeekOrigin.End), Is.EqualTo(99));
        Assert.That(_stream.ReadByte(), Is.EqualTo(Bytes(100)[99]));
        Assert.That(_stream.Seek(400, SeekOrigin.End), Is.EqualTo(500));
        Assert.That((_stream.Length, _stream.ReadByte(), _stream.Read(new byte[3])), Is.EqualTo((100L, -1, 0)));
    }

    [Test]
    public void An_empty_write_past_the_end_extends_the_stream_to_the_position()
    {
        _stream.Position = 300;
        _stream.Write([], 0, 0);
        Assert.That(Content(), Is.EqualTo(new byte[300]));
    }

    [Test]
    public async Task CopyTo_copies_from_the_position_and_moves_it_to_the_end([Values] bool async)
    {
        _stream.Write(Bytes(10_000));
        _stream.Position = 33;
        using MemoryStream copy = new();
        if (async)
        {
            await _stream.CopyToAsync(copy);
            await _stream.CopyToAsync(copy);
        }
        else
        {
            _stream.CopyTo(copy);
            _stream.CopyTo(copy, 1);
        }

        Assert.That(_stream.Position, Is.EqualTo(10_000));
        Assert.That(copy.ToArray(), Is.EqualTo(Bytes(10_000)[33..]));
        _stream.Position = 20_000;
        _stream.CopyTo(copy);
        Assert.That((copy.Length, _stream.Position), Is.EqualTo((9_967L, 20_000L)));
    }

    [Test]
    public void Random_calls_behave_like_on_a_MemoryStream()
    {
        Random random = new(RandomCases.Seed());
        using MemoryStream expected = new();
        byte[] source = Bytes(60_000);
        byte[] left = new byte[60_000];
        byte[] right = new byte[60_000];
        for (int step = 0; step < 20_000; step++)
        {
            int size = random.Next(20) == 0 ? random.Next(60_000) : random.Next(300);
            switch (random.Next(9))
            {
                case 0 or 1:
                    expected.Write(source, 0, size);
                    _stream.Write(source, 0, size);
                    break;
                case 2:
                    expected.WriteByte((byte)step);
                    _stream.WriteByte((byte)step);
                    break;
                case 3 or 4:
                    int read = expected.Read(left, 0, size);
                    Assert.That(_stream.Read(right, 0, size), Is.EqualTo(read));
                    Assert.That(right.AsSpan(0, read).SequenceEqual(left.AsSpan(0, read)), Is.True);
                    break;
                case 5:
                    Assert.That(_stream.ReadByte(), Is.EqualTo(expected.ReadByte()));
                    break;
                case 6 or 7:
                    expected.Position = _stream.Position = random.Next((int)expected.Length + 500);
                    break;
                default:
                    long length = random.Next(4) == 0 ? random.Next(400_000) : Math.Max(0, expected.Length - random.Next(2_000));
                    expected.SetLength(length);
                    _stream.SetLength(length);
                    break;
            }

            Assert.That((_stream.Position, _stream.Length), Is.EqualTo((expected.Position, expected.Length)));
            if (step % 500 == 0)
            {
                Assert.That(Content().AsSpan().SequenceEqual(expected.ToArray()), Is.True);
            }
        }
    }

    private static byte[] Bytes(int count)
    {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++)
        {
            bytes[i] = (byte)((i * 31) + (i >> 8) + 1);
        }

        return bytes;
    }

    [Test]
    public void A_write_of_the_own_memory_of_a_stream_writes_the_bytes_from_before_the_write()
    {
        Random random = new(RandomCases.Seed());
        byte[] bytes = Bytes(100);
        for (int i = 0; i < 3_000; i++)
        {
            _stream.SetLength(0);
            _stream.Write(bytes);
            List<ReadOnlyMemory<byte>> pieces = [.. OwnMemory()];
            ReadOnlyMemory<byte> source = pieces[random.Next(pieces.Count)];
            source = source[random.Next(source.Length)..];
            source = source[..random.Next(source.Length + 1)];
            int position = random.Next(bytes.Length + 20);
            byte[] expected = new byte[Math.Max(bytes.Length, position + source.Length)];
            bytes.CopyTo(expected, 0);
            source.CopyTo(expected.AsMemory(position));
            _stream.Position = position;
            _stream.Write(source.Span);
            Assert.That(Content(), Is.EqualTo(expected));
        }
    }

    private IEnumerable<ReadOnlyMemory<byte>> OwnMemory()
    {
        switch (_stream)
        {
            case MemoryStream memory:
                yield return memory.GetBuffer().AsMemory(0, (int)memory.Length);
                break;
            case ResizingByteStream resizing:
                yield return resizing.AsMemory();
                break;
            case ChunkedByteStream chunked:
                foreach (ReadOnlyMemory<byte> chunk in chunked.AsReadOnlySequence())
                {
                    yield return chunk;
                }

                break;
        }
    }

    private byte[] Content() => _stream switch
    {
        MemoryStream memory => memory.ToArray(),
        PooledByteStream pooled => pooled.ToArray(),
        _ => throw new InvalidOperationException(),
    };

    [Test]
    public async Task Copying_a_stream_to_itself_appends_the_bytes_after_the_position([Values(10, 10_000, 100_000)] int length, [Values] bool async)
    {
        _stream.Write(Bytes(length));
        _stream.Position = 7;
        await (async ? _stream.CopyToAsync(_stream) : Task.Run(() => CopyTo(_stream, _stream)));
        Assert.That(_stream.Position, Is.EqualTo((2 * length) - 7));
        Assert.That(Content(), Is.EqualTo((byte[])[.. Bytes(length), .. Bytes(length)[7..]]));
    }

    [Test]
    public async Task If_the_destination_throws_during_a_copy_the_position_is_at_the_end([Values] bool async)
    {
        _stream.Write(Bytes(100_000));
        _stream.Position = 7;
        using LimitedStream destination = new(room: 20_000);
        await Assert.ThatAsync(
            () => async ? _stream.CopyToAsync(destination) : Task.Run(() => CopyTo(_stream, destination)),
            Throws.InstanceOf<IOException>());
        Assert.That(_stream.Position, Is.EqualTo(100_000));
        using MemoryStream rest = new();
        await _stream.CopyToAsync(rest);
        Assert.That(rest.Length, Is.Zero);
        _stream.Position = 0;
        await _stream.CopyToAsync(rest);
        Assert.That(rest.ToArray(), Is.EqualTo(Bytes(100_000)));
    }

    [Test]
    public async Task A_pending_copy_can_be_cancelled_and_leaves_the_position_at_the_end()
    {
        _stream.Write(Bytes(100_000));
        _stream.Position = 0;
        using GatedStream destination = new() { IsCancelable = true };
        using CancellationTokenSource cancellation = new();
        Task copy = _stream.CopyToAsync(destination, 1, cancellation.Token);
        await cancellation.CancelAsync();
        Assert.That(async () => await copy, Throws.InstanceOf<OperationCanceledException>());
        Assert.That((_stream.Position, destination.Written), Is.EqualTo((100_000L, Array.Empty<byte>())));
        Assert.That(Content(), Is.EqualTo(Bytes(100_000)));
    }

    /// <remarks>In .NET Framework, CopyTo is not virtual. The pooled streams have their own method with the same name.</remarks>
    private static void CopyTo(Stream source, Stream destination) =>
        (source is PooledByteStream pooled ? pooled.CopyTo : (Action<Stream>)source.CopyTo)(destination);

    [Test]
    public void Invalid_arguments_throw_and_name_the_argument()
    {
        byte[] four = new byte[4];
        Refuses<ArgumentNullException>(() => _stream.Read(null!, 0, 1), "buffer");
        Refuses<ArgumentNullException>(() => _stream.Write(null!, 0, 1), "buffer");
        Refuses<ArgumentOutOfRangeException>(() => _stream.Read(four, -1, 1), "offset");
        Refuses<ArgumentOutOfRangeException>(() => _stream.Write(four, -1, 1), "offset");
        Refuses<ArgumentOutOfRangeException>(() => _stream.Read(four, 0, -1), "count");
        Refuses<ArgumentOutOfRangeException>(() => _stream.Write(four, 2, 3), "count");
        Refuses<ArgumentOutOfRangeException>(() => _stream.Write(four, 5, 0), "count");
        Refuses<ArgumentOutOfRangeException>(() => _stream.Position = -1, "value");
        Refuses<ArgumentOutOfRangeException>(() => _stream.SetLength(-1), "value");
        Refuses<ArgumentNullException>(() => _stream.CopyTo(null!), "destination");
        Refuses<ArgumentNullException>(() => _stream.CopyToAsync(null!), "destination");
        Refuses<ArgumentOutOfRangeException>(() => _stream.CopyTo(Stream.Null, 0), "bufferSize");
        Refuses<ArgumentOutOfRangeException>(() => _stream.ReadAsync(four, 3, 2), "count");
        Refuses<ArgumentOutOfRangeException>(() => _stream.WriteAsync(four, 3, 2), "count");
        Assert.That(() => _stream.Seek(0, (SeekOrigin)3), Throws.ArgumentException);
        Assert.That(() => _stream.Seek(-1, SeekOrigin.Begin), Throws.InstanceOf<IOException>());
        Assert.That(() => _stream.CopyTo(new MemoryStream([], writable: false)), Throws.InstanceOf<NotSupportedException>());
        MemoryStream closed = new();
        closed.Dispose();
        Assert.That(() => _stream.CopyTo(closed), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That((_stream.Length, _stream.Position), Is.EqualTo((0L, 0L)));
    }

    [Test]
    public void A_seek_that_overflows_is_rejected() =>
        Assert.That(() => { _stream.Position = 1; _stream.Seek(long.MaxValue, SeekOrigin.Current); }, Throws.InstanceOf<ArgumentOutOfRangeException>());

    [Test]
    public void Cancelled_calls_do_nothing()
    {
        CancellationToken cancelled = new(canceled: true);
        _stream.Write(Bytes(10));
        _stream.Position = 0;
        Assert.That(_stream.ReadAsync(new byte[4], 0, 4, cancelled).IsCanceled, Is.True);
        Assert.That(_stream.ReadAsync(new byte[4].AsMemory(), cancelled).IsCanceled, Is.True);
        Assert.That(_stream.WriteAsync(new byte[4], 0, 4, cancelled).IsCanceled, Is.True);
        Assert.That(_stream.WriteAsync(new byte[4].AsMemory(), cancelled).IsCanceled, Is.True);
        Assert.That(_stream.FlushAsync(cancelled).IsCanceled, Is.True);
        Assert.That(_stream.CopyToAsync(new MemoryStream(), 16, cancelled).IsCanceled, Is.True);
        Assert.That((_stream.Length, _stream.Position), Is.EqualTo((10L, 0L)));
    }

    [Test]
    public async Task After_dispose_every_member_except_Dispose_and_Flush_throws([Values(0, 10, 100_000)] int length)
    {
        _stream.Write(Bytes(length));
        _stream.Position = 0;
        _stream.Dispose();
        _stream.Dispose();
        _stream.Flush();
        Assert.That(_stream.CanRead || _stream.CanWrite || _stream.CanSeek, Is.False);
        byte[] four = new byte[4];
        Action[] calls =
        [
            () => _ = _stream.Length,
            () => _ = _stream.Position,
            () => _stream.Position = 0,
            () => _stream.Seek(0, SeekOrigin.Begin),
            () => _stream.ReadByte(),
            () => _stream.WriteByte(1),
            () => _stream.Write(four, 0, 4),
            () => _stream.Write(four.AsSpan()),
            () => _stream.Write(four, 0, 0),
            () => _ = _stream.Read(four, 0, 4),
            () => _ = _stream.Read(four.AsSpan()),
            () => _ = _stream.Read(four, 0, 0),
            () => _stream.CopyTo(new MemoryStream()),
            () => _stream.CopyToAsync(new MemoryStream()),
        ];
        // MemoryStream reports that it cannot be written to, instead of reporting that it is closed.
        Type setLength = kind == "Memory" ? typeof(NotSupportedException) : typeof(ObjectDisposedException);
        foreach (Action call in calls)
        {
            Assert.That(() => call(), Throws.InstanceOf<ObjectDisposedException>());
        }

        Assert.That(() => _stream.SetLength(0), Throws.InstanceOf(setLength));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await _stream.ReadAsync(four, 0, 4));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await _stream.ReadAsync(four.AsMemory()));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await _stream.WriteAsync(four, 0, 4));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await _stream.WriteAsync(four.AsMemory()));
    }

    private static void Refuses<TException>(Action call, string parameter)
        where TException : ArgumentException =>
        Assert.That(() => call(), Throws.InstanceOf<TException>().With.Property(nameof(ArgumentException.ParamName)).EqualTo(parameter));
}
