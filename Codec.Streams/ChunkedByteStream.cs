using System;
using System.Buffers;
using System.IO;

namespace Codec.Streams;

/// <summary>
/// A stream over a list of pooled chunks: growing copies nothing, and the length is bounded by memory alone, beyond 2 GB too. Best from
/// 64 KB on, and as good as <see cref="ResizingByteStream"/> below; the content is had by <see cref="AsReadOnlySequence"/>.
/// </summary>
/// <remarks>
/// The memory and the threads are as <see cref="PooledByteStream"/> says. The chunks double from
/// <see cref="PooledStreamOptions.InitialCapacity"/> (rounded up to a power of two, at most 1 MB) up to 1 MB, and stay at that, so at most half of a short stream's memory and 1 MB of a long one's is unused.
/// </remarks>
public sealed partial class ChunkedByteStream : PooledByteStream
{
    // The first chunk stands by itself, so that a short stream needs no list; _chunks[0] is not used.
    private byte[]? _first;
    private byte[][]? _chunks;
    private int _chunkCount;
    private long _length;

    // The chunk that the position is in, as far as it may be used. Where the position has no chunk yet, or lies past the end, the window
    // is empty, so that the fast paths fail; a disposed stream's always is.
    private byte[]? _window;
    private long _windowStart;
    private int _windowLength;
    private int _offset;

    private byte[]? _scratch;

    // How many bytes from the position on GetSpan or GetMemory gave out.
    private int _given;

    /// <summary>Makes an empty stream, which takes its memory with the first write.</summary>
    /// <param name="options">How to take memory, or <see langword="null"/> for the defaults.</param>
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

    /// <summary>The whole content, whatever the position, without a copy.</summary>
    /// <returns>
    /// As many bytes as the stream is long, valid until the next write, change of length or <see cref="Stream.Dispose()"/>. Content of more
    /// than one chunk takes one small object per chunk.
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

        _given = 0;
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

    private protected override ReadOnlySequence<byte> TakeRest()
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

    /// <summary>Zeroes a range for which there is room.</summary>
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
        _given = 0;
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

    /// <summary>Puts the window onto the chunk that holds a position for which there is room.</summary>
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
}
