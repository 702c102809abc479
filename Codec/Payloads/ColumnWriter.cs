using Codec.Packets;

namespace Codec.Payloads;

/// <summary>
/// Writes the two parts of a packed payload: bits, and chunks of bytes. If they become longer than the payload, nothing more is written.
/// docs/packing.md specifies the forms. Not thread-safe.
/// </summary>
internal sealed class ColumnWriter
{
    // A value is stored together with the bits before it in its first byte. In bytes, for the last store.
    private const int Slack = 16;

    // The largest width that one store can write after up to 7 other bits.
    private const int MaxStored = 56;

    private byte[] _bits = [];
    private byte[] _chunks = [];
    private int _limit;

    // The bits in the byte at _at, and their number.
    private ulong _open;
    private int _used;
    private int _at;

    // The start of the last chunk, which is before the others.
    private int _chunk;

    /// <summary>Gets whether the packed payload is too long.</summary>
    internal bool IsFull { get; private set; }

    /// <summary>Gets the memory of the chunks; its content is written by the caller.</summary>
    internal byte[] Chunks => _chunks;

    /// <summary>Gets or sets the end of the bits. Only bits can be removed, not chunks.</summary>
    internal Mark Position
    {
        get => new(_at, _used, _open, IsFull);
        set => (_at, _used, _open, IsFull) = (value.At, value.Used, value.Open, value.IsFull);
    }

    private int Size => _at + ((_used + 7) >> 3) + _limit - _chunk;

    /// <summary>Begins a packed payload.</summary>
    /// <param name="limit">Its largest size in bytes.</param>
    internal void Begin(int limit)
    {
        if (_bits.Length < limit + Slack)
        {
            int length = Math.Max(limit + Slack, (int)Math.Min(2L * _bits.Length, PacketFormat.LongestArray));
            _bits = new byte[length];
            _chunks = new byte[length];
        }

        _limit = limit;
        _chunk = limit;
        _open = 0;
        _used = 0;
        _at = 0;
        IsFull = false;
    }

    /// <summary>Copies the packed payload.</summary>
    /// <returns>Its size in bytes; -1 if the destination is too short, or the packed payload is too long.</returns>
    internal int Finish(Span<byte> destination)
    {
        int size = Size;
        if (IsFull || size > destination.Length)
        {
            return -1;
        }

        ScalarColumn.Store64(_bits, _at, _open);
        int bits = size - (_limit - _chunk);
        _bits.AsSpan(0, bits).CopyTo(destination);
        _chunks.AsSpan(_chunk, _limit - _chunk).CopyTo(destination.Slice(bits));
        return size;
    }

    /// <summary>Releases memory of more than a size in bytes.</summary>
    internal void Trim(int maxKept)
    {
        if (_bits.Length > maxKept)
        {
            _bits = [];
            _chunks = [];
        }
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

    /// <summary>Returns whether what was written since a position fits, and has fewer bits than a number.</summary>
    internal bool TakesFewerBits(Mark start, long bits) => !IsFull && (8L * (_at - start.At)) + _used - start.Used < bits;

    /// <summary>Reserves a chunk.</summary>
    /// <returns>The index of its first byte in <see cref="Chunks"/>; -1 if the packed payload is too long.</returns>
    internal int Chunk(int size)
    {
        if (!HasRoom(8L * size))
        {
            return -1;
        }

        return _chunk -= size;
    }

    /// <summary>Writes flags.</summary>
    /// <param name="flags">A bit for each flag. The bits after the last are 0.</param>
    /// <param name="at">The index of the first 64 flags.</param>
    /// <param name="count">The number of flags.</param>
    internal void Flags(ulong[] flags, int at, int count)
    {
        if (count <= 3)
        {
            Bits(count == 0 ? 0 : flags[at], count);
            return;
        }

        int words = (count + 63) >> 6;
        int set = 0;
        for (int i = 0; i < words; i++)
        {
            set += BitCounts.Set(flags[at + i]);
        }

        if (set == 0 || set == count)
        {
            Bits(set == 0 ? 0UL : 1, 2);
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
            for (int i = 0; i < words; i++)
            {
                int width = Math.Min(64, count - (64 * i));
                Put(flags[at + i], Math.Min(32, width));
                Put(flags[at + i] >> 32, Math.Max(0, width - 32));
            }
        }
    }

    /// <summary>Writes numbers. Their values are undefined after the call.</summary>
    /// <param name="values">The numbers.</param>
    /// <param name="at">The index of the first.</param>
    /// <param name="count">How many there are: at least 1.</param>
    /// <param name="logSize">The base-2 logarithm of their size in bytes.</param>
    /// <param name="isReal">Whether their highest bits are rarely 0.</param>
    internal void Column(ulong[] values, int at, int count, int logSize, bool isReal)
    {
        int size = 8 << logSize;
        int logWidth = logSize + 3;
        if (count == 1)
        {
            Single(values[at], size, logWidth, isReal);
            return;
        }

        ulong previous = values[at];
        ulong any = previous;
        ulong least = previous;
        ulong most = previous;
        ulong steps = 0;
        int unused = 64 - size;
        for (int i = 1; i < count; i++)
        {
            ulong value = values[at + i];
            any |= value;
            least = Math.Min(least, value);
            most = Math.Max(most, value);
            steps |= Residuals.ToZigzag(value - previous, unused);
            previous = value;
        }

        int width = Math.Max(1, BitCounts.Width(any));
        int shift = any == 0 ? 0 : BitCounts.Lowest(any);
        int offsetWidth = BitCounts.Width(most - least);
        int stepWidth = BitCounts.Width(steps);
        long plain = 1 + (isReal ? (long)count * size : logWidth + ((long)count * width));
        long shifted = 3 + (2 * logWidth) + ((long)count * (width - shift));
        long offset = 3 + size + logWidth + 1 + ((long)count * offsetWidth);
        long stepped = 3 + size + logWidth + 1 + ((count - 1L) * stepWidth);
        long narrow = isReal ? 3 + logWidth + ((long)count * width) : long.MaxValue;
        long best = Math.Min(Math.Min(Math.Min(plain, shifted), Math.Min(offset, stepped)), narrow);
        if (!HasRoom(best))
        {
            return;
        }

        // The first bit is set if a form in two bits follows.
        if (best == plain)
        {
            Put(0, 1);
            if (!isReal)
            {
                Put((ulong)width - 1, logWidth);
            }

            Run(values, at, count, 0, 0, isReal ? size : width);
        }
        else if (best == shifted)
        {
            Put(1, 3);
            Put((ulong)shift, logWidth);
            Put((ulong)(width - shift) - 1, logWidth);
            Run(values, at, count, 0, shift, width - shift);
        }
        else if (best == offset)
        {
            Put(3, 3);
            PutLong(least, size);
            Put((ulong)offsetWidth, logWidth + 1);
            Run(values, at, count, least, 0, offsetWidth);
        }
        else if (best == stepped)
        {
            Put(5, 3);
            PutLong(values[at], size);
            Put((ulong)stepWidth, logWidth + 1);
            for (int i = count - 1; i > 0; i--)
            {
                values[at + i] = Residuals.ToZigzag(values[at + i] - values[at + i - 1], unused);
            }

            Run(values, at + 1, count - 1, 0, 0, stepWidth);
        }
        else
        {
            Put(7, 3);
            Put((ulong)width - 1, logWidth);
            Run(values, at, count, 0, 0, width);
        }
    }

    private void Single(ulong value, int size, int logWidth, bool isReal)
    {
        if (!isReal && size <= 32)
        {
            Number(value);
            return;
        }

        int width = Math.Max(1, BitCounts.Width(value));
        int shift = value == 0 ? 0 : BitCounts.Lowest(value);
        int narrow = (isReal ? 3 : 1) + logWidth + Math.Max(1, width - 1);
        int shifted = 3 + (2 * logWidth) + width - shift;
        int plain = isReal ? 1 + size : narrow;
        int best = Math.Min(plain, Math.Min(shifted, narrow));
        if (!HasRoom(best))
        {
            return;
        }

        if (best == plain && isReal)
        {
            Put(0, 1);
            PutLong(value, size);
        }
        else if (best == shifted && best != plain)
        {
            Put(1, 3);
            Put((ulong)shift, logWidth);
            Put((ulong)(width - shift) - 1, logWidth);
            PutLong(value >> shift, width - shift);
        }
        else
        {
            // The highest bit of one value is set, unless it is the only one.
            Put(isReal ? 7UL : 0, isReal ? 3 : 1);
            Put((ulong)width - 1, logWidth);
            PutLong(value, Math.Max(1, width - 1));
        }
    }

    /// <summary>Writes a number that is usually small.</summary>
    internal void Number(ulong value)
    {
        for (; value >= 16; value >>= 4)
        {
            Bits((value & 15) | 16, 5);
        }

        Bits(value, 5);
    }

    /// <summary>Returns whether listing flags takes fewer bits than writing all flags.</summary>
    private static bool IsSparseShorter(ulong[] flags, int at, int count, bool listsSet, int listed, int k)
    {
        int groups = Math.Max(1, (BitCounts.Width((ulong)listed - 1) + 3) >> 2);
        long bits = 1 + (5 * groups) + 5 + (listed * (k + 1L));
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

    // 64 flags, of which those are set that are listed.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Listed(ulong[] flags, int at, int index, int count, bool listsSet)
    {
        int width = Math.Min(64, count - (64 * index));
        return (listsSet ? flags[at + index] : ~flags[at + index]) & (ulong.MaxValue >> (64 - width));
    }

    private bool HasRoom(long bits)
    {
        if (IsFull || ((_used + bits + 7) >> 3) + _at > _chunk)
        {
            IsFull = true;
        }

        return !IsFull;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Put(ulong value, int width)
    {
        _open |= (value & ((1UL << width) - 1)) << _used;
        ScalarColumn.Store64(_bits, _at, _open);
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
        if (width > MaxStored)
        {
            for (int i = 0; i < count; i++)
            {
                PutLong((values[at + i] - least) >> shift, width);
            }

            return;
        }

        byte[] bytes = _bits;
        ulong open = _open;
        int used = _used;
        int to = _at;
        for (int i = 0; i < count; i++)
        {
            open |= ((values[at + i] - least) >> shift) << used;
            ScalarColumn.Store64(bytes, to, open);
            int bits = used + width;
            to += bits >> 3;
            open >>= bits & ~7;
            used = bits & 7;
        }

        _open = open;
        _used = used;
        _at = to;
    }

    /// <summary>The end of the bits at a moment.</summary>
    internal readonly struct Mark(int at, int used, ulong open, bool isFull)
    {
        internal int At => at;
        internal int Used => used;
        internal ulong Open => open;
        internal bool IsFull => isFull;
    }
}
