namespace Codec.Streams;

/// <summary>The chunks of a <see cref="ChunkedByteStream"/>. Store it in one field that is not read-only.</summary>
/// <remarks>
/// Chunk i has 2^(first + i) bytes and starts at 2^first * (2^i - 1), until the size reaches <see cref="ChunkPool.ChunkLength"/>. All later chunks have
/// that size.
/// </remarks>
internal struct ChunkList
{
    /// <summary>The length of the first list of chunks. With the default first chunk, it is enough for 11 MB.</summary>
    private const int FirstListLength = 16;

    // The first chunk has its own field, so that a short stream needs no list. _list[0] is not used.
    private byte[]? _first;
    private byte[][]? _list;
    private byte _firstLog2;

    internal int Count { get; private set; }
    internal readonly int FirstSize => 1 << _firstLog2;

    /// <summary>Gets the sum of the lengths of the chunks, in bytes.</summary>
    internal readonly long Capacity => StartOf(Count);

    internal readonly byte[] At(int index) => index == 0 ? _first! : _list![index];

    internal readonly int SizeOf(int index) => 1 << Math.Min(_firstLog2 + index, ChunkPool.ChunkLengthLog2);

    internal readonly long StartOf(int index)
    {
        int doubling = ChunkPool.ChunkLengthLog2 - _firstLog2;
        return index <= doubling
            ? ((1L << index) - 1) << _firstLog2
            : (1L << ChunkPool.ChunkLengthLog2) - (1L << _firstLog2) + ((long)(index - doubling) << ChunkPool.ChunkLengthLog2);
    }

    internal readonly int IndexOf(long position)
    {
        int doubling = ChunkPool.ChunkLengthLog2 - _firstLog2;
        long doubled = (1L << ChunkPool.ChunkLengthLog2) - (1L << _firstLog2);
        return position < doubled
            ? Log2Floor((int)(position >> _firstLog2) + 1)
            : doubling + (int)((position - doubled) >> ChunkPool.ChunkLengthLog2);
    }

    /// <summary>Sets the length of the first chunk, as a power of two. This is no constructor, whose result would be copied into the field.</summary>
    internal void Begin(int firstLog2) => _firstLog2 = (byte)Math.Min(firstLog2, ChunkPool.ChunkLengthLog2);

    /// <summary>Makes room for another chunk, before it is rented.</summary>
    internal void EnsureRoom()
    {
        if (Count > 0 && (_list is null || Count == _list.Length))
        {
            byte[][] longer = ArrayPool<byte[]>.Shared.Rent(Math.Max(FirstListLength, 2 * Count));
            if (_list is not null)
            {
                Array.Copy(_list, longer, Count);
            }

            ReturnList();
            _list = longer;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Add(byte[] chunk)
    {
        if (Count == 0)
        {
            _first = chunk;
        }
        else
        {
            _list![Count] = chunk;
        }

        Count++;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal byte[] RemoveLast()
    {
        byte[] chunk = At(--Count);
        if (Count == 0)
        {
            _first = null;
        }
        else
        {
            _list![Count] = null!;
        }

        return chunk;
    }

    /// <summary>Returns the memory of the list, without the chunks.</summary>
    internal void ReturnList()
    {
        if (_list is { } list)
        {
            _list = null;
            ArrayPool<byte[]>.Shared.Return(list, clearArray: true);
        }
    }

    /// <summary>Returns the bytes up to a length, without a copy.</summary>
    internal readonly ReadOnlySequence<byte> ToSequence(long length)
    {
        if (length == 0)
        {
            return ReadOnlySequence<byte>.Empty;
        }

        int count = (int)Math.Min(length, FirstSize);
        if (count == length)
        {
            return new ReadOnlySequence<byte>(_first!, 0, count);
        }

        ChunkSegment first = new(new ReadOnlyMemory<byte>(_first, 0, count), 0);
        ChunkSegment last = first;
        long start = count;
        for (int i = 1; start < length; i++)
        {
            count = (int)Math.Min(length - start, SizeOf(i));
            last = last.Append(new ReadOnlyMemory<byte>(At(i), 0, count));
            start += count;
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    internal readonly void CopyTo(Span<byte> destination, long length)
    {
        long start = 0;
        for (int i = 0; start < length; i++)
        {
            int count = (int)Math.Min(length - start, SizeOf(i));
            new ReadOnlySpan<byte>(At(i), 0, count).CopyTo(destination.Slice((int)start));
            start += count;
        }
    }

    /// <summary>Zeroes a range, whose chunks must exist.</summary>
    internal readonly void Zero(long from, long to)
    {
        while (from < to)
        {
            int index = IndexOf(from);
            int offset = (int)(from - StartOf(index));
            int count = (int)Math.Min(to - from, SizeOf(index) - offset);
            Array.Clear(At(index), offset, count);
            from += count;
        }
    }

    /// <summary>Returns the smallest power of two that is at least a length, as its exponent.</summary>
    internal static int Log2Ceiling(int length) => Log2Floor(length - 1) + 1;

    private static int Log2Floor(int value)
    {
        int log2 = 0;
        while ((value >>= 1) != 0)
        {
            log2++;
        }

        return log2;
    }
}
