namespace Codec.Payloads;

/// <summary>
/// Writes the two parts of a packed payload: bits, and chunks of bytes. If they become longer than the payload, nothing more is written.
/// docs/packing.md specifies the forms. Not thread-safe.
/// </summary>
internal sealed class ColumnWriter
{
    /// <summary>The width of a single number, by the count of ones before it. Most lengths and counts are below 96, and take 6 or 8 bits.</summary>
    internal static readonly int[] NumberWidths = [5, 6, 9, 14, 20, 32];

    // Storing a value writes 8 bytes, some of them after its last bit. Until the end, this many free bytes precede the chunks.
    private const int Slack = 16;

    // The largest width that one store can write after up to 7 other bits.
    private const int MaxStored = 56;

    private byte[] _bytes = [];
    private int _limit;

    // The bits in the byte at _at, and their number.
    private ulong _open;
    private int _used;
    private int _at;

    // The start of the last chunk, which is before the others; -1 if the packed payload is too long.
    private int _chunk;

    /// <summary>Gets the memory of the packed payload.</summary>
    internal PayloadBytes Memory { get; } = new(ArrayPool<byte>.Shared);

    /// <summary>Gets whether the packed payload is too long.</summary>
    internal bool IsFull => _chunk < 0;

    /// <summary>Gets the memory of the chunks; its content is written by the caller.</summary>
    internal byte[] Chunks => _bytes;

    /// <summary>Gets or sets the end of the bits. Only bits can be removed, not chunks.</summary>
    internal (int At, int Used, ulong Open, int Chunk) Position
    {
        get => (_at, _used, _open, _chunk);
        set => (_at, _used, _open, _chunk) = value;
    }

    /// <summary>Begins a packed payload.</summary>
    /// <param name="limit">Its largest size in bytes.</param>
    internal void Begin(int limit)
    {
        Memory.Begin(limit + (2L * Slack), limit + (2L * Slack));
        _bytes = Memory.Bytes;
        _limit = limit;
        Position = (0, 0, 0, limit);
    }

    /// <summary>Copies the packed payload, and releases large memory.</summary>
    /// <returns>Its size in bytes; -1 if the destination is too short, or the packed payload is too long.</returns>
    internal int Finish(Span<byte> destination)
    {
        int bits = _at + ((_used + 7) >> 3);
        int size = bits + _limit - _chunk;
        bool isWritten = !IsFull && size <= destination.Length;
        if (isWritten)
        {
            ScalarColumn.Store64(_bytes, _at, _open);
            _bytes.AsSpan(0, bits).CopyTo(destination);
            _bytes.AsSpan(_chunk + Slack, _limit - _chunk).CopyTo(destination.Slice(bits));
        }

        Memory.Trim();
        _bytes = Memory.Bytes;
        return isWritten ? size : -1;
    }

    /// <summary>Writes the lowest bits of a value.</summary>
    internal void Bits(ulong value, int width)
    {
        if (HasRoom(width))
        {
            Put(value, width);
        }
    }

    /// <summary>Writes the lowest bits of each value. The other bits are 0.</summary>
    internal void Fixed(ulong[] values, int at, int count, int width)
    {
        if (HasRoom((long)count * width))
        {
            Run(values, at, count, 0, 0, width);
        }
    }

    /// <summary>Returns whether what was written since a position fits, and has fewer than <paramref name="bits"/> bits.</summary>
    internal bool TakesFewerBits(int at, int used, long bits) => !IsFull && (8L * (_at - at)) + _used - used < bits;

    /// <summary>Reserves a chunk.</summary>
    /// <returns>The index of its first byte in <see cref="Chunks"/>; -1 if the packed payload is too long.</returns>
    internal int Chunk(int size) => HasRoom(8L * size) ? (_chunk -= size) + Slack : -1;

    /// <summary>Writes flags.</summary>
    /// <param name="flags">A bit for each flag. The bits after the last are 0.</param>
    /// <param name="at">The index of the first 64 flags.</param>
    /// <param name="count">The number of flags.</param>
    internal void Flags(ulong[] flags, int at, int count)
    {
        int set = 0;
        for (int i = at; i < at + ((count + 63) >> 6); i++)
        {
            set += BitCounts.Set(flags[i]);
        }

        if (TryFlags(count, set))
        {
            return;
        }

        if (count <= 3)
        {
            Bits(flags[at], count);
            return;
        }

        bool listsSet = set * 2L <= count;
        int listed = listsSet ? set : count - set;
        int k = BitCounts.Width((ulong)(count / listed)) - 1;
        if (IsSparseShorter(flags, at, count, listsSet, listed, k))
        {
            Bits(listsSet ? 7UL : 3, 3);
            Number((ulong)listed - 1);
            Bits((ulong)k, 5);
            Gaps(flags, at, count, listsSet, k);
        }
        else if (HasRoom(2L + count))
        {
            Put(2, 2);
            for (; count > 0; count -= 64)
            {
                PutLong(flags[at++], Math.Min(64, count));
            }
        }
    }

    /// <summary>Writes flags if all or none of them are set.</summary>
    internal bool TryFlags(int count, int set)
    {
        bool areSame = set == 0 || set == count;
        if (areSame)
        {
            Bits(set == 0 ? 0UL : count > 3 ? 1UL : 7, Math.Min(count, count > 3 ? 2 : 3));
        }

        return areSame;
    }

    /// <summary>Writes numbers. Their values are undefined after the call.</summary>
    /// <param name="values">The numbers.</param>
    /// <param name="at">The index of the first.</param>
    /// <param name="count">How many there are. For none, nothing is written.</param>
    /// <param name="logSize">The base-2 logarithm of their size in bytes.</param>
    /// <param name="isReal">Whether their highest bits are rarely 0.</param>
    internal void Column(ulong[] values, int at, int count, int logSize, bool isReal)
    {
        if (count == 1 && !isReal && logSize <= 2)
        {
            Number(values[at]);
        }
        else if (count > 0)
        {
            Column(values, at, count, logSize, isReal, ScalarColumn.Spread(values, at, count, 64 - (8 << logSize)));
        }
    }

    /// <summary>Writes several numbers, or one that is real or has 64 bits, whose spread is known.</summary>
    internal void Column(ulong[] values, int at, int count, int logSize, bool isReal, in ColumnSpread spread)
    {
        int size = 8 << logSize;
        int logWidth = logSize + 3;
        int width = Math.Max(1, BitCounts.Width(spread.Any));
        int shift = spread.Any == 0 ? 0 : BitCounts.Lowest(spread.Any);
        int offsetWidth = BitCounts.Width(spread.Most - spread.Least);
        int stepWidth = BitCounts.Width(spread.Steps);

        // The highest bit of a single value is set, so it is not written, unless the value has no other bit.
        int kept = count == 1 ? Math.Max(1, width - 1) : width;
        long plain = 1 + (isReal ? (long)count * size : logWidth + ((long)count * kept));
        long shifted = 3 + (2 * logWidth) + ((long)count * (width - shift));
        long offset = 3 + size + logWidth + 1 + ((long)count * offsetWidth);
        long stepped = 3 + size + logWidth + 1 + ((count - 1L) * stepWidth);
        long narrow = isReal ? 3 + logWidth + ((long)count * kept) : long.MaxValue;
        long best = Math.Min(Math.Min(Math.Min(plain, shifted), Math.Min(offset, stepped)), narrow);
        if (!HasRoom(best))
        {
            return;
        }

        // The first bit is set if a form in two bits follows.
        if (best == plain && isReal)
        {
            Put(0, 1);
            Run(values, at, count, 0, 0, size);
        }
        else if (best == shifted && best != plain)
        {
            Put(1 | (ulong)shift << 3 | (ulong)(width - shift - 1) << (3 + logWidth), 3 + (2 * logWidth));
            Run(values, at, count, 0, shift, width - shift);
        }
        else if (best == offset && best != plain)
        {
            Put(3, 3);
            PutLong(spread.Least, size);
            Put((ulong)offsetWidth, logWidth + 1);
            Run(values, at, count, spread.Least, 0, offsetWidth);
        }
        else if (best == stepped && best != plain)
        {
            Put(5, 3);
            PutLong(values[at], size);
            Put((ulong)stepWidth, logWidth + 1);
            for (int i = at + count - 1; i > at; i--)
            {
                values[i] = ScalarColumn.ToZigzag(values[i] - values[i - 1], 64 - size);
            }

            Run(values, at + 1, count - 1, 0, 0, stepWidth);
        }
        else
        {
            int form = isReal ? 3 : 1;
            Put((isReal ? 7UL : 0) | (ulong)(width - 1) << form, form + logWidth);
            values[at] &= kept < width ? ~(1UL << kept) : ulong.MaxValue;
            Run(values, at, count, 0, 0, kept);
        }
    }

    /// <summary>Writes a number that is usually small.</summary>
    internal void Number(ulong value)
    {
        int ones = OnesOf(ref value);
        int before = Math.Min(ones + 1, NumberWidths.Length - 1);
        Bits(((1UL << ones) - 1) | value << before, before + NumberWidths[ones]);
    }

    // The number of ones before a number, and the rest of the number.
    private static int OnesOf(ref ulong value)
    {
        int ones = 0;
        for (; ones < NumberWidths.Length - 1 && value >> NumberWidths[ones] != 0; ones++)
        {
            value -= 1UL << NumberWidths[ones];
        }

        return ones;
    }

    private static int NumberSize(ulong value)
    {
        int ones = OnesOf(ref value);
        return Math.Min(ones + 1, NumberWidths.Length - 1) + NumberWidths[ones];
    }

    /// <summary>Returns whether listing flags takes fewer bits than writing all flags.</summary>
    private static bool IsSparseShorter(ulong[] flags, int at, int count, bool listsSet, int listed, int k)
    {
        long bits = 1 + NumberSize((ulong)listed - 1) + 5 + (listed * (k + 1L));
        int previous = -1;
        for (int i = 0; bits < count && 64 * i < count; i++)
        {
            for (ulong left = Listed(flags, at, i, count, listsSet); left != 0; left &= left - 1)
            {
                int position = (64 * i) + BitCounts.Lowest(left);
                bits += (position - previous - 1) >> k;
                previous = position;
            }
        }

        return bits < count;
    }

    private void Gaps(ulong[] flags, int at, int count, bool listsSet, int k)
    {
        int previous = -1;
        for (int i = 0; 64 * i < count; i++)
        {
            for (ulong left = Listed(flags, at, i, count, listsSet); left != 0; left &= left - 1)
            {
                int position = (64 * i) + BitCounts.Lowest(left);
                uint gap = (uint)(position - previous - 1);
                previous = position;
                int ones = (int)(gap >> k);
                if (!HasRoom((long)ones + 1 + k))
                {
                    return;
                }

                for (; ones >= 32; ones -= 32)
                {
                    Put(uint.MaxValue, 32);
                }

                Put((1UL << ones) - 1, ones + 1);
                Put(gap, k);
            }
        }
    }

    // 64 flags. The listed ones are set.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Listed(ulong[] flags, int at, int index, int count, bool listsSet)
    {
        int width = Math.Min(64, count - (64 * index));
        return (listsSet ? flags[at + index] : ~flags[at + index]) & (ulong.MaxValue >> (64 - width));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool HasRoom(long bits)
    {
        if (((_used + bits + 7) >> 3) + _at <= _chunk)
        {
            return true;
        }

        _chunk = -1;
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Put(ulong value, int width)
    {
        _open |= (value & ((1UL << width) - 1)) << _used;
        ScalarColumn.Store64(_bytes, _at, _open);
        int bits = _used + width;
        _at += bits >> 3;
        _open >>= bits & ~7;
        _used = bits & 7;
    }

    private void PutLong(ulong value, int width)
    {
        Put(value, Math.Min(32, width));
        Put(value >> 32, Math.Max(0, width - 32));
    }

    /// <summary>Writes the same bits of each value.</summary>
    private void Run(ulong[] values, int at, int count, ulong least, int shift, int width)
    {
        if (width <= MaxStored)
        {
            long bit = (8L * _at) + _used;
            ScalarColumn.StoreBits(_bytes, bit, ref _open, width, least, shift, values, at, count);
            bit += (long)count * width;
            (_at, _used) = ((int)(bit >> 3), (int)bit & 7);
            return;
        }

        for (int i = at; i < at + count; i++)
        {
            PutLong((values[i] - least) >> shift, width);
        }
    }
}
