namespace Codec.Streams;

/// <summary>
/// A stream over a list of pooled chunks. It grows without copying, and only memory limits its length, which can exceed 2 GB. It is faster than
/// <see cref="ResizingByteStream"/> for long content, and as fast for short content. <see cref="AsReadOnlySequence"/> returns the content.
/// </summary>
/// <remarks>
/// See <see cref="PooledByteStream"/> for the ownership of memory and for thread safety. The size of the chunks doubles from
/// <see cref="PooledStreamOptions.InitialCapacity"/> (rounded up to a power of two, at most 1 MB) to 1 MB. While the stream grows, only a part of its
/// last chunk is unused: at most two thirds of the memory of a stream with several chunks, and at most 1 MB.
/// </remarks>
public sealed class ChunkedByteStream : PooledByteStream
{
    private ChunkList _chunks;
    private long _length;

    // The usable part of the chunk at the position. If the position has no chunk yet, or is past the end, the window is empty, so that the fast
    // paths fail. The window of a disposed stream is always empty.
    private byte[]? _window;
    private long _windowStart;
    private int _windowLength;
    private int _offset;

    /// <summary>Creates an empty stream. It rents its memory with the first write.</summary>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="PooledStreamOptions.Default"/>.</param>
    public ChunkedByteStream(PooledStreamOptions? options = null)
        : base(options, long.MaxValue) =>
        _chunks.Begin(options is null ? PooledStreamOptions.DefaultCapacityLog2 : ChunkList.Log2Ceiling(options.FirstLength));

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
            return _windowStart + _offset;
        }

        set
        {
            CheckValue(value, long.MaxValue);
            MoveTo(value);
        }
    }

    private protected override long LongestPosition => long.MaxValue;
    private protected override ArrayPool<byte> DefaultPool => ChunkPool.Shared;

    /// <summary>Returns the whole content, independent of the position, without a copy.</summary>
    /// <returns>
    /// All bytes of the stream, valid until the next write, change of length or <see cref="Stream.Dispose()"/>. If the content has more than one
    /// chunk, a small object is allocated for each chunk.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public ReadOnlySequence<byte> AsReadOnlySequence()
    {
        CheckOpen();
        return _chunks.ToSequence(_length);
    }

    /// <inheritdoc/>
    public override void SetLength(long value)
    {
        CheckValue(value, MaxLength);
        long position = Math.Min(_windowStart + _offset, value);
        if (value > _length)
        {
            Reserve(value);
            _chunks.Zero(_length, value);
        }

        _length = value;
        MoveTo(position);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        IsOpen = false;
        _window = null;
        _windowStart = 0;
        _windowLength = 0;
        _offset = 0;
        _length = 0;
        while (_chunks.Count > 0)
        {
            ReturnChunk(_chunks.RemoveLast());
        }

        _chunks.ReturnList();
        ReturnScratch();
        base.Dispose(disposing);
    }

    private protected override void CopyContent(Span<byte> destination) => _chunks.CopyTo(destination, _length);

    private protected override ReadOnlySequence<byte> ReadRest()
    {
        CheckOpen();
        long start = _windowStart + _offset;
        long end = start < _length ? _length : 0;
        MoveTo(Math.Max(start, end));
        return _chunks.ToSequence(end).Slice(Math.Min(start, end));
    }

    private void MoveTo(long position)
    {
        _lentLength = 0;
        if ((ulong)(position - _windowStart) < (ulong)_windowLength && position <= _length)
        {
            _offset = (int)(position - _windowStart);
        }
        else if (position <= _length && position < _chunks.Capacity)
        {
            SetWindow(position);
        }
        else
        {
            _window = null;
            _windowStart = position;
            _windowLength = _offset = 0;
        }
    }

    /// <summary>Moves the window to the chunk that contains a position. The chunk must exist.</summary>
    private void SetWindow(long position)
    {
        if (position < _chunks.FirstSize)
        {
            SetWindowToFirst(_chunks.At(0), (int)position);
            return;
        }

        int index = _chunks.IndexOf(position);
        long start = _chunks.StartOf(index);
        _window = _chunks.At(index);
        _windowStart = start;
        _windowLength = (int)Math.Min(_chunks.SizeOf(index), MaxLength - start);
        _offset = (int)(position - start);
    }

    private void SetWindowToFirst(byte[] first, int offset)
    {
        _window = first;
        _windowStart = 0;
        _windowLength = (int)Math.Min(_chunks.FirstSize, MaxLength);
        _offset = offset;
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
        int offset = _offset;
        if (offset < _windowLength && _windowStart + offset < _length)
        {
            _lentLength = 0;
            _offset = offset + 1;
            return _window![offset];
        }

        CheckOpen();
        return EnterNextChunk() ? ReadByte() : -1;
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
        int offset = _offset;
        if (offset >= _windowLength)
        {
            MakeRoom(1);
            offset = _offset;
        }

        _window![offset] = value;
        _offset = offset + 1;
        WroteToOffset();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ReadCore(Span<byte> destination)
    {
        long rest = _length - _windowStart - _offset;
        int count = (int)Math.Min(rest, destination.Length);
        if (count > 0 && count <= _windowLength - _offset)
        {
            new ReadOnlySpan<byte>(_window, _offset, count).CopyTo(destination);
            _offset += count;
            _lentLength = 0;
            return count;
        }

        // More than 2 GB past the end, the count is not the rest, which an int cannot contain.
        return ReadAcross(destination.Slice(0, rest <= 0 ? 0 : count));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int ReadAcross(Span<byte> destination)
    {
        CheckOpen();
        int read = 0;
        while (read < destination.Length && TryTake(destination.Length - read, out int offset, out int count))
        {
            new ReadOnlySpan<byte>(_window, offset, count).CopyTo(destination.Slice(read));
            read += count;
        }

        return read;
    }

    /// <summary>Advances past bytes of the current chunk, or of the next chunk if the current one is used up.</summary>
    private bool TryTake(int most, out int offset, out int count)
    {
        _lentLength = 0;
        if (_offset == _windowLength)
        {
            EnterNextChunk();
        }

        offset = _offset;
        count = (int)Math.Min(most, Math.Max(0, Math.Min(_windowLength - offset, _length - _windowStart - offset)));
        _offset += count;
        return count > 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteCore(ReadOnlySpan<byte> source)
    {
        int offset = _offset;
        if (source.Length < _windowLength - offset)
        {
            source.CopyTo(new Span<byte>(_window, offset, source.Length));
            _offset = offset + source.Length;
            WroteToOffset();
            return;
        }

        WriteAcross(source);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteAcross(ReadOnlySpan<byte> source)
    {
        MakeRoom(source.Length);
        int rest = _windowLength - _offset;
        if (source.Length <= rest)
        {
            // Most streams are short. This is their first write.
            source.CopyTo(new Span<byte>(_window, _offset, rest));
            _offset += source.Length;
            WroteToOffset();
            return;
        }

        if (source.Overlaps(new ReadOnlySpan<byte>(_window, _offset, rest)))
        {
            // Writing to this chunk would overwrite the bytes for the next one.
            source = source.ToArray();
        }

        while (!source.IsEmpty)
        {
            if (_offset == _windowLength)
            {
                SetWindow(_windowStart + _offset);
            }

            int count = Math.Min(source.Length, _windowLength - _offset);
            source.Slice(0, count).CopyTo(new Span<byte>(_window, _offset, count));
            source = source.Slice(count);
            _offset += count;
        }

        WroteToOffset();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WroteToOffset()
    {
        long end = _windowStart + _offset;
        _lentLength = 0;
        if (end > _length)
        {
            _length = end;
        }
    }

    /// <summary>Adds chunks for bytes at the position, zeroes the bytes between the end and the position, and moves the window to the position.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MakeRoom(int count)
    {
        CheckOpen();
        long position = _windowStart + _offset;
        if (_chunks.Count == 0 && position == 0 && count != 0 && count <= _chunks.FirstSize && count <= MaxLength)
        {
            byte[] first = RentChunk(_chunks.FirstSize);
            _chunks.Add(first);
            SetWindowToFirst(first, 0);
            return;
        }

        ReturnScratch();
        if (count > MaxLength - position)
        {
            Throw.StreamTooLong(unchecked((ulong)position + (ulong)count), MaxLength);
        }

        Reserve(position + count);
        if (position > _length)
        {
            _chunks.Zero(_length, position);
        }

        if (position < _chunks.Capacity)
        {
            SetWindow(position);
        }
    }

    /// <summary>Moves the window to the chunk that contains the position.</summary>
    /// <returns><see langword="false"/> if the position is at the end or past it.</returns>
    private bool EnterNextChunk()
    {
        long position = _windowStart + _offset;
        bool isInside = position < _length;
        if (isInside)
        {
            SetWindow(position);
        }

        return isInside;
    }

    // At the end of the content, GetMemory and GetSpan return the rest of the chunk. If it is too short, they return a scratch array, and Advance copies
    // it into the chunks. The same before the end, because the caller may write more bytes than it advances.

    /// <inheritdoc/>
    public override Memory<byte> GetMemory(int sizeHint = 0)
    {
        bool inWindow = GetRoom(sizeHint);
        return inWindow ? new Memory<byte>(_window, _offset, _lentLength) : new Memory<byte>(_scratch, 0, _lentLength);
    }

    /// <inheritdoc/>
    public override Span<byte> GetSpan(int sizeHint = 0)
    {
        bool inWindow = GetRoom(sizeHint);
        return inWindow ? new Span<byte>(_window, _offset, _lentLength) : new Span<byte>(_scratch, 0, _lentLength);
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
            Throw.AdvancedTooFar(count, _lentLength);
        }

        if (count == 0)
        {
            ReturnScratch();
            return;
        }

        if (_scratch is { } scratch)
        {
            _scratch = null;
            try
            {
                WriteCore(new ReadOnlySpan<byte>(scratch, 0, count));
            }
            finally
            {
                Return(scratch);
            }

            return;
        }

        _offset += count;
        WroteToOffset();
    }

    /// <returns>Whether the memory is in the window. Otherwise, it is the scratch array.</returns>
    private bool GetRoom(int sizeHint)
    {
        if (sizeHint < 0)
        {
            Throw.NegativeArgument(nameof(sizeHint), sizeHint);
        }

        int needed = Math.Max(sizeHint, 1);
        if (_scratch is not null)
        {
            ReturnScratch();
        }

        long position = _windowStart + _offset;
        if (position >= _length && needed > _windowLength - _offset)
        {
            MakeRoom(1);
        }

        if (position < _length || needed > _windowLength - _offset)
        {
            _lentLength = RentScratch(needed, position);
            return false;
        }

        _lentLength = _windowLength - _offset;
        return true;
    }

    /// <summary>Adds chunks until they have room for a length. After an exception, the stream keeps none of them but the first chunk.</summary>
    private void Reserve(long needed)
    {
        int count = Math.Max(_chunks.Count, 1);
        try
        {
            while (_chunks.Capacity < needed)
            {
                _chunks.EnsureRoom();
                _chunks.Add(RentChunk(_chunks.SizeOf(_chunks.Count)));
            }
        }
        catch
        {
            while (_chunks.Count > count)
            {
                ReturnChunk(_chunks.RemoveLast());
            }

            throw;
        }
    }

    private byte[] RentChunk(int size) => Pool is null && size == ChunkPool.ChunkLength ? ChunkPool.Shared.Rent(size) : Rent(size);

    private void ReturnChunk(byte[] chunk)
    {
        if (Pool is null && chunk.Length == ChunkPool.ChunkLength)
        {
            ChunkPool.Shared.Return(chunk, ClearOnReturn);
        }
        else
        {
            Return(chunk);
        }
    }
}
