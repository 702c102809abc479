using System;
using System.Buffers;
using System.Diagnostics;
using System.IO;
using System.Runtime.CompilerServices;
using Codec.Internals;

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
    // The first chunk has its own field, so that a short stream needs no list. _chunks[0] is not used.
    private byte[]? _first;
    private byte[][]? _chunks;
    private int _chunkCount;
    private long _length;

    // The usable part of the chunk at the position. If the position has no chunk yet, or is past the end, the window is empty, so that the fast
    // paths fail. The window of a disposed stream is always empty.
    private byte[]? _window;
    private long _windowStart;
    private int _windowLength;
    private int _offset;

    private byte[]? _scratch;

    // The number of bytes at the position that GetSpan or GetMemory returned last.
    private int _lentLength;

    /// <summary>Creates an empty stream. It rents its memory with the first write.</summary>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="PooledStreamOptions.Default"/>.</param>
    public ChunkedByteStream(PooledStreamOptions? options = null)
        : base(options, long.MaxValue) =>
        FirstLog2 = options is null
            ? (byte)PooledStreamOptions.DefaultCapacityLog2
            : (byte)Math.Min(Log2Ceiling(InitialCapacity), ChunkPool.ChunkLengthLog2);

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
            CheckPosition(value, long.MaxValue);
            MoveTo(value);
        }
    }

    private protected override long LongestPosition => long.MaxValue;

    private protected override ArrayPool<byte> DefaultPool => ChunkPool.Shared;

    private long AllocatedLength => StartOf(_chunkCount);

    /// <summary>Returns the whole content, independent of the position, without a copy.</summary>
    /// <returns>
    /// All bytes of the stream, valid until the next write, change of length or <see cref="Stream.Dispose()"/>. If the content has more than one
    /// chunk, a small object is allocated for each chunk.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public ReadOnlySequence<byte> AsReadOnlySequence()
    {
        CheckOpen();
        if (_length == 0)
        {
            return ReadOnlySequence<byte>.Empty;
        }

        int count = (int)Math.Min(_length, SizeOf(0));
        if (count == _length)
        {
            return new ReadOnlySequence<byte>(_first!, 0, count);
        }

        ChunkSegment first = new(new ReadOnlyMemory<byte>(_first, 0, count), 0);
        ChunkSegment last = first;
        long start = count;
        for (int i = 1; start < _length; i++)
        {
            count = (int)Math.Min(_length - start, SizeOf(i));
            last = last.Append(new ReadOnlyMemory<byte>(ChunkAt(i), 0, count));
            start += count;
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    /// <inheritdoc/>
    public override void SetLength(long value)
    {
        CheckNewLength(value);
        long position = Math.Min(_windowStart + _offset, value);
        if (value > _length)
        {
            Reserve(value);
            Clear(_length, value);
        }

        _length = value;
        MoveTo(position);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        IsOpen = false;
        byte[]? first = _first;
        if (first is not null)
        {
            int count = _chunkCount;
            _first = null;
            _window = null;
            _chunkCount = _windowLength = 0;
            _length = 0;
            ReturnChunk(first);
            if (_chunks is not null)
            {
                ReturnChunks(count);
            }

            if (_scratch is not null)
            {
                ReturnScratch();
            }
        }

        _lentLength = 0;
        _windowStart = 0;
        _offset = 0;
        base.Dispose(disposing);
    }

    private protected override void CopyContent(Span<byte> destination)
    {
        long start = 0;
        for (int i = 0; start < _length; i++)
        {
            int count = (int)Math.Min(_length - start, SizeOf(i));
            new ReadOnlySpan<byte>(ChunkAt(i), 0, count).CopyTo(destination.Slice((int)start));
            start += count;
        }
    }

    private protected override ReadOnlySequence<byte> ReadRest()
    {
        CheckOpen();
        long start = _windowStart + _offset;
        if (start >= _length)
        {
            return ReadOnlySequence<byte>.Empty;
        }

        MoveTo(_length);
        return AsReadOnlySequence().Slice(start);
    }

    /// <summary>Zeroes a range, whose chunks must exist.</summary>
    private void Clear(long from, long to)
    {
        while (from < to)
        {
            int index = IndexOf(from);
            int offset = (int)(from - StartOf(index));
            int count = (int)Math.Min(to - from, SizeOf(index) - offset);
            Array.Clear(ChunkAt(index), offset, count);
            from += count;
        }
    }

    private void MoveTo(long position)
    {
        _lentLength = 0;
        if ((ulong)(position - _windowStart) < (ulong)_windowLength && position <= _length)
        {
            _offset = (int)(position - _windowStart);
        }
        else if (position <= _length && position < AllocatedLength)
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
        if (position < 1L << FirstLog2)
        {
            SetWindowToFirst(_first!, (int)position);
            return;
        }

        int index = IndexOf(position);
        long start = StartOf(index);
        _window = ChunkAt(index);
        _windowStart = start;
        _windowLength = (int)Math.Min(SizeOf(index), MaxLength - start);
        _offset = (int)(position - start);
    }

    private void SetWindowToFirst(byte[] first, int offset)
    {
        _window = first;
        _windowStart = 0;
        _windowLength = (int)Math.Min(1L << FirstLog2, MaxLength);
        _offset = offset;
    }

    // The members that copy bytes. Within a chunk, each does one comparison and one copy.

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

    /// <summary>Returns the rest of the current chunk, or of the next chunk if the current one is used up, and advances past it.</summary>
    private bool TryTakeRest(out int offset, out int count)
    {
        _lentLength = 0;
        if (_offset == _windowLength)
        {
            EnterNextChunk();
        }

        offset = _offset;
        count = (int)Math.Max(0, Math.Min(_windowLength - offset, _length - _windowStart - offset));
        _offset += count;
        return count > 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ReadCore(Span<byte> destination)
    {
        // The fast path: the window contains all bytes to read.
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
        return rest <= 0 ? ReadNothing() : ReadAcross(destination.Slice(0, count));
    }

    private int ReadNothing()
    {
        CheckOpen();
        return 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int ReadAcross(Span<byte> destination)
    {
        int read = 0;
        while (read < destination.Length && TryTake(destination.Length - read, out int offset, out int count))
        {
            new ReadOnlySpan<byte>(_window, offset, count).CopyTo(destination.Slice(read));
            read += count;
        }

        return read;
    }

    private bool TryTake(int most, out int offset, out int count)
    {
        if (!TryTakeRest(out offset, out count))
        {
            return false;
        }

        if (count > most)
        {
            _offset -= count - most;
            count = most;
        }

        return true;
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
            WriteCopy(source);
            return;
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

    /// <summary>Writes bytes of the current chunk. Writing to that chunk would overwrite those for the next chunk.</summary>
    private void WriteCopy(ReadOnlySpan<byte> source)
    {
        byte[] copy = Rent(source.Length);
        try
        {
            source.CopyTo(copy);
            WriteAcross(new ReadOnlySpan<byte>(copy, 0, source.Length));
        }
        finally
        {
            Return(copy);
        }
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
        if (_first is null && position == 0 && count != 0 && count <= 1L << FirstLog2 && count <= MaxLength)
        {
            SetWindowToFirst(_first = RentChunk(1 << FirstLog2), 0);
            _chunkCount = 1;
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
            Clear(_length, position);
        }

        if (position < AllocatedLength)
        {
            SetWindow(position);
        }
    }

    /// <summary>Moves the window to the chunk that contains the position.</summary>
    /// <returns><see langword="false"/> if the position is at the end or past it.</returns>
    private bool EnterNextChunk()
    {
        long position = _windowStart + _offset;
        if (position >= _length)
        {
            return false;
        }

        SetWindow(position);
        return true;
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
        if (position < _length || needed > _windowLength - _offset)
        {
            if (position >= _length)
            {
                MakeRoom(1);
            }

            if (position < _length || needed > _windowLength - _offset)
            {
                if (needed > MaxLength - position)
                {
                    Throw.StreamTooLong((ulong)position + (ulong)needed, MaxLength);
                }

                byte[] scratch = Rent(needed);
                _lentLength = (int)Math.Min(scratch.Length, MaxLength - position);
                _scratch = scratch;
                return false;
            }
        }

        Debug.Assert(_offset < _windowLength, "Room was made.");
        _lentLength = _windowLength - _offset;
        return true;
    }

    // The chunks: renting, returning and finding them.

    /// <summary>The length of the first list of chunks. With the default first chunk, it is enough for 11 MB.</summary>
    private const int FirstChunkList = 16;

    private byte[] ChunkAt(int index) => index == 0 ? _first! : _chunks![index];

    /// <summary>Adds chunks until they have room for a length. After an exception, the stream keeps none of them but the first chunk.</summary>
    private void Reserve(long needed)
    {
        int count = Math.Max(_chunkCount, 1);
        try
        {
            while (AllocatedLength < needed)
            {
                AddChunk();
            }
        }
        catch
        {
            while (_chunkCount > count)
            {
                byte[] chunk = _chunks![--_chunkCount];
                _chunks[_chunkCount] = null!;
                ReturnChunk(chunk);
            }

            throw;
        }
    }

    private void AddChunk()
    {
        int index = _chunkCount;
        if (index > 0 && (_chunks is null || index == _chunks.Length))
        {
            byte[][] longer = ArrayPool<byte[]>.Shared.Rent(Math.Max(FirstChunkList, 2 * index));
            if (_chunks is not null)
            {
                Array.Copy(_chunks, longer, index);
                ArrayPool<byte[]>.Shared.Return(_chunks, clearArray: true);
            }

            _chunks = longer;
        }

        byte[] chunk = RentChunk(SizeOf(index));
        if (index == 0)
        {
            _first = chunk;
        }
        else
        {
            _chunks![index] = chunk;
        }

        _chunkCount = index + 1;
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

    private void ReturnChunks(int count)
    {
        byte[][] chunks = _chunks!;
        _chunks = null;
        for (int i = 1; i < count; i++)
        {
            ReturnChunk(chunks[i]);
        }

        ArrayPool<byte[]>.Shared.Return(chunks, clearArray: true);
    }

    private void ReturnScratch()
    {
        _lentLength = 0;
        if (_scratch is { } scratch)
        {
            _scratch = null;
            Return(scratch);
        }
    }

    // Chunk i has 2^(first + i) bytes and starts at 2^first * (2^i - 1), until the size reaches ChunkLength. All later chunks have ChunkLength bytes.
    private int SizeOf(int index) => 1 << Math.Min(FirstLog2 + index, ChunkPool.ChunkLengthLog2);

    private long StartOf(int index)
    {
        int doubling = ChunkPool.ChunkLengthLog2 - FirstLog2;
        return index <= doubling
            ? ((1L << index) - 1) << FirstLog2
            : (1L << ChunkPool.ChunkLengthLog2) - (1L << FirstLog2) + ((long)(index - doubling) << ChunkPool.ChunkLengthLog2);
    }

    private int IndexOf(long position)
    {
        int doubling = ChunkPool.ChunkLengthLog2 - FirstLog2;
        long doubled = (1L << ChunkPool.ChunkLengthLog2) - (1L << FirstLog2);
        return position < doubled
            ? Log2Floor((int)(position >> FirstLog2) + 1)
            : doubling + (int)((position - doubled) >> ChunkPool.ChunkLengthLog2);
    }

    private static int Log2Floor(int value)
    {
        int log2 = 0;
        while ((value >>= 1) != 0)
        {
            log2++;
        }

        return log2;
    }

    private static int Log2Ceiling(int value) => Log2Floor(value - 1) + 1;
}
