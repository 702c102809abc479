namespace Codec.Streams;

/// <summary>
/// A stream over one pooled array that doubles when it is full. The content is always contiguous; <see cref="AsSpan"/> returns it.
/// Best up to <see cref="PooledStreamOptions.InitialCapacity"/>, or if a single span is needed. Each doubling copies the content, so
/// <see cref="ChunkedByteStream"/> is faster for longer content. The stream contains at most 2,147,483,591 bytes.
/// </summary>
/// <inheritdoc cref="PooledByteStream" path="/remarks"/>
public sealed class ResizingByteStream : PooledByteStream
{
    private byte[] _buffer = [];

    // The number of bytes of the buffer that may be used. A pool's array can be longer than MaxLength allows. This and the length are 0 after the
    // stream is disposed, so that the fast paths need not check whether the stream is open.
    private int _capacity;
    private int _length;
    private int _position;
    private readonly int _firstLength;

    /// <summary>Creates an empty stream. It rents its memory with the first write.</summary>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="PooledStreamOptions.Default"/>.</param>
    public ResizingByteStream(PooledStreamOptions? options = null)
        : base(options, PooledStreamOptions.LongestArray) => _firstLength = (options ?? PooledStreamOptions.Default).FirstLength;

    /// <inheritdoc/>
    public override long Length
    {
        get
        {
            CheckOpen();
            return _length;
        }
    }

    /// <inheritdoc/>
    public override long Position
    {
        get
        {
            CheckOpen();
            return _position;
        }

        set
        {
            CheckValue(value, int.MaxValue);
            _position = (int)value;
            _lentLength = 0;
        }
    }

    private protected override long LongestPosition => int.MaxValue;
    private protected override ArrayPool<byte> DefaultPool => SharedArrays.Pool;

    /// <summary>Returns the whole content, independent of the position, without a copy.</summary>
    /// <returns>
    /// All bytes of the stream, valid until the next write, <see cref="GetSpan"/> or <see cref="GetMemory"/>, change of length or
    /// <see cref="Stream.Dispose()"/>.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public Span<byte> AsSpan()
    {
        CheckOpen();
        return new Span<byte>(_buffer, 0, _length);
    }

    /// <inheritdoc cref="AsSpan"/>
    public Memory<byte> AsMemory()
    {
        CheckOpen();
        return new Memory<byte>(_buffer, 0, _length);
    }

    /// <inheritdoc/>
    public override void SetLength(long value)
    {
        CheckValue(value, MaxLength);
        int length = (int)value;
        if (length > _length)
        {
            ReturnUnlessEmpty(Reserve(length));
            Array.Clear(_buffer, _length, length - _length);
        }

        _length = length;
        _position = Math.Min(_position, length);
        _lentLength = 0;
    }

    // At the end of the content, GetMemory and GetSpan return the rest of the array. Before the end, they return a scratch array, because the caller may
    // write more bytes than it advances. Advance copies them. The lent length is then negative, with the opposite value.

    /// <inheritdoc/>
    public override Memory<byte> GetMemory(int sizeHint = 0)
    {
        bool inContent = GetRoom(sizeHint);
        return inContent ? new Memory<byte>(_buffer, _position, _lentLength) : new Memory<byte>(_scratch, 0, -_lentLength);
    }

    /// <inheritdoc/>
    public override Span<byte> GetSpan(int sizeHint = 0)
    {
        bool inContent = GetRoom(sizeHint);
        return inContent ? new Span<byte>(_buffer, _position, _lentLength) : new Span<byte>(_scratch, 0, -_lentLength);
    }

    /// <inheritdoc/>
    public override void Advance(int count)
    {
        if (count < 0)
        {
            Throw.NegativeArgument(nameof(count), count);
        }

        CheckOpen();
        if (count > _lentLength)
        {
            AdvanceScratch(count);
            return;
        }

        _lentLength = 0;
        if (count == 0)
        {
            return;
        }

        _position += count;
        if (_position > _length)
        {
            _length = _position;
        }
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        IsOpen = false;
        byte[] buffer = _buffer;
        _buffer = [];
        _capacity = _length = _position = 0;
        _lentLength = 0;
        ReturnUnlessEmpty(buffer);
        ReturnScratch();

        base.Dispose(disposing);
    }

    private protected override void CopyContent(Span<byte> destination) => new ReadOnlySpan<byte>(_buffer, 0, _length).CopyTo(destination);

    private protected override ReadOnlySequence<byte> ReadRest()
    {
        CheckOpen();
        int start = _position;
        if (start >= _length)
        {
            return ReadOnlySequence<byte>.Empty;
        }

        _position = _length;
        _lentLength = 0;
        return new ReadOnlySequence<byte>(_buffer, start, _length - start);
    }

    /// <returns>Whether the memory is in the array of the content. Otherwise, it is the scratch array.</returns>
    private bool GetRoom(int sizeHint)
    {
        if (sizeHint < 0)
        {
            Throw.NegativeArgument(nameof(sizeHint), sizeHint);
        }

        int needed = Math.Max(sizeHint, 1);
        if (_position != _length || needed > _capacity - _position)
        {
            if (_position < _length)
            {
                LendScratch(needed);
                return false;
            }

            MakeRoom(needed);
        }

        _lentLength = _capacity - _position;
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void LendScratch(int needed)
    {
        ReturnScratch();
        _lentLength = -RentScratch(needed, _position);
    }

    /// <summary>Writes the first bytes of the scratch array. Throws if the memory that was returned last is shorter.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AdvanceScratch(int count)
    {
        if (count > Math.Abs(_lentLength))
        {
            Throw.AdvancedTooFar(count, Math.Abs(_lentLength));
        }

        WriteCore(new ReadOnlySpan<byte>(_scratch, 0, count));
        ReturnScratch();
    }

    /// <summary>Makes room for bytes at the position, and zeroes the bytes between the end and the position.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MakeRoom(int count) => ReturnUnlessEmpty(MakeRoomFor(count));

    /// <summary>Makes room for bytes and writes them. They may be bytes of this stream.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteMakingRoom(ReadOnlySpan<byte> source)
    {
        byte[]? outgrown = MakeRoomFor(source.Length);
        source.CopyTo(new Span<byte>(_buffer, _position, source.Length));
        ReturnUnlessEmpty(outgrown);
    }

    /// <returns>The previous array of the content, or <see langword="null"/> if the array did not change.</returns>
    private byte[]? MakeRoomFor(int count)
    {
        CheckOpen();
        byte[]? outgrown = Reserve((long)_position + count);
        if (_position > _length)
        {
            Array.Clear(_buffer, _length, _position - _length);
        }

        return outgrown;
    }

    /// <inheritdoc cref="MakeRoomFor"/>
    private byte[]? Reserve(long needed)
    {
        if (needed <= _capacity)
        {
            return null;
        }

        if (needed > MaxLength)
        {
            Throw.StreamTooLong((ulong)needed, MaxLength);
        }

        long wanted = Math.Max(needed, Math.Max(_firstLength, 2L * _capacity));
        byte[] larger = Rent((int)Math.Min(wanted, MaxLength));
        byte[] smaller = _buffer;
        new ReadOnlySpan<byte>(smaller, 0, _length).CopyTo(larger);
        _buffer = larger;
        _capacity = (int)Math.Min(larger.Length, MaxLength);
        return smaller;
    }

    private void ReturnUnlessEmpty(byte[]? array)
    {
        if (array is { Length: > 0 })
        {
            Return(array);
        }
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count)
    {
        StreamArguments.CheckRange(buffer, offset, count);
        return ReadCore(new Span<byte>(buffer, offset, count));
    }

    /// <inheritdoc/>
    public override int Read(Span<byte> buffer) => ReadCore(buffer);

    /// <inheritdoc/>
    public override int ReadByte()
    {
        int position = _position;
        if (position < _length)
        {
            _position = position + 1;
            _lentLength = 0;
            return _buffer[position];
        }

        CheckOpen();
        return -1;
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count)
    {
        StreamArguments.CheckRange(buffer, offset, count);
        WriteCore(new ReadOnlySpan<byte>(buffer, offset, count));
    }

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer) => WriteCore(buffer);

    /// <inheritdoc/>
    public override void WriteByte(byte value)
    {
        int position = _position;
        if (position >= _capacity || position > _length)
        {
            MakeRoom(1);
        }

        _buffer[position] = value;
        _position = ++position;
        _lentLength = 0;
        if (position > _length)
        {
            _length = position;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ReadCore(Span<byte> destination)
    {
        int count = Math.Min(_length - _position, destination.Length);
        if (count <= 0)
        {
            CheckOpen();
            return 0;
        }

        new ReadOnlySpan<byte>(_buffer, _position, count).CopyTo(destination);
        _position += count;
        _lentLength = 0;
        return count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteCore(ReadOnlySpan<byte> source)
    {
        // A disposed stream has no capacity. With >=, even an empty write reaches the check that throws.
        if (_position > _length || source.Length >= _capacity - _position)
        {
            WriteMakingRoom(source);
        }
        else
        {
            source.CopyTo(new Span<byte>(_buffer, _position, source.Length));
        }

        _position += source.Length;
        _lentLength = 0;
        if (_position > _length)
        {
            _length = _position;
        }
    }
}
