using Codec.Packets;

namespace Codec.Payloads;

/// <summary>Reads what <see cref="ColumnWriter"/> has written, from any bytes. After an error, methods return <see langword="false"/>. Not thread-safe.</summary>
internal sealed class ColumnReader
{
    // The widest value of which all bits are in the 8 bytes from its first bit on.
    private const int MaxLoaded = 56;

    private byte[] _bytes = [];
    private long _bit;

    // The number of bits before the last chunk; -1 after an error.
    private long _end;

    /// <summary>Gets the memory of the packed payload.</summary>
    internal PayloadBytes Memory { get; } = new(ArrayPool<byte>.Shared);

    /// <summary>Gets the reason of an error.</summary>
    internal PacketError Error { get; private set; }

    /// <summary>Gets or sets the meter that learns the bits of each field, or <see langword="null"/>.</summary>
    internal IFieldMeter? Meter { get; set; }

    private bool HasFailed => _end < 0;

    // Chunks are read from the end.
    private long Used => _bit + (8L * Memory.Count) - _end;

    /// <summary>Gets the memory of the chunks.</summary>
    internal byte[] Bytes => _bytes;

    internal void Begin(ReadOnlySpan<byte> packed)
    {
        Memory.Set(packed);
        _bytes = Memory.Bytes;
        _bit = 0;
        _end = 8L * packed.Length;
        Error = PacketError.None;
    }

    internal void BeginField(int field) => Meter?.Begin(field, Used);

    internal void EndField() => Meter?.End(Used);

    /// <summary>Releases large memory.</summary>
    internal void Trim()
    {
        Memory.Trim();
        _bytes = Memory.Bytes;
    }

    /// <summary>Returns whether the bits and the chunks meet, and the bits between them are 0.</summary>
    internal bool End() => !HasFailed && _end - _bit < 8 && Bits((int)(_end - _bit)) == 0;

    /// <summary>Reads up to 64 bits; 0 after an error.</summary>
    internal ulong Bits(int width)
    {
        if (!Has(width))
        {
            return 0;
        }

        ulong value = Get(Math.Min(32, width));
        return width > 32 ? value | Get(width - 32) << 32 : value;
    }

    /// <summary>Reads the same bits of each value.</summary>
    internal bool Fixed(ulong[] values, int at, int count, int width) => Run(values, at, count, width, 0, 0, ulong.MaxValue);

    /// <summary>Reads a chunk.</summary>
    /// <param name="size">Its size in bytes.</param>
    /// <param name="at">The index of its first byte in <see cref="Bytes"/>.</param>
    internal bool Chunk(long size, out int at)
    {
        bool isRead = Has(8 * size);
        _end -= isRead ? 8 * size : 0;
        at = (int)(_end >> 3);
        return isRead;
    }

    /// <summary>Reads flags.</summary>
    /// <param name="flags">The memory for a bit for each flag. The bits after the last become 0.</param>
    /// <param name="at">The index of the first 64 flags.</param>
    /// <param name="count">The number of flags.</param>
    /// <param name="set">The number of flags that are set.</param>
    internal bool Flags(ulong[] flags, int at, int count, out int set)
    {
        ulong form = count > 3 ? Bits(2) : 2;
        set = form == 1 ? count : 0;
        if (form == 2)
        {
            for (int left = count; left > 0; left -= 64)
            {
                ulong word = Bits(Math.Min(64, left));
                flags[at++] = word;
                set += BitCounts.Set(word);
            }

            return !HasFailed;
        }

        bool listsSet = form == 3 && Bits(1) == 1;
        for (int left = count, to = at; left > 0; left -= 64)
        {
            flags[to++] = form == 1 || (form == 3 && !listsSet) ? ulong.MaxValue >> (64 - Math.Min(64, left)) : 0;
        }

        return form == 3 ? Listed(flags, at, count, listsSet, out set) : !HasFailed;
    }

    /// <summary>Reads a number that is usually small.</summary>
    internal bool Number(ulong most, out ulong value)
    {
        int[] widths = ColumnWriter.NumberWidths;
        int ones = 0;
        value = 0;
        while (ones < widths.Length - 1 && Bits(1) != 0)
        {
            value += 1UL << widths[ones++];
        }

        value += Bits(widths[ones]);
        return !HasFailed && (value <= most || Fail());
    }

    /// <summary>Reads numbers.</summary>
    /// <param name="values">The memory for the numbers.</param>
    /// <param name="at">The index of the first.</param>
    /// <param name="count">How many there are: at least 1.</param>
    /// <param name="logSize">The base-2 logarithm of their size in bytes.</param>
    /// <param name="isReal">Whether their highest bits are rarely 0.</param>
    internal bool Column(ulong[] values, int at, int count, int logSize, bool isReal)
    {
        int size = 8 << logSize;
        int logWidth = logSize + 3;
        ulong mask = ScalarColumn.Mask(logSize);
        if (count == 1 && !isReal && size <= 32)
        {
            return Number(mask, out values[at]);
        }

        bool hasForm = Bits(1) == 1;
        switch (hasForm ? Bits(2) : 3)
        {
            case 0:
                int shift = (int)Bits(logWidth);
                return Run(values, at, count, (int)Bits(logWidth) + 1, shift, 0, mask);
            case 1:
                ulong least = Bits(size);
                return Run(values, at, count, Width(logWidth, size), 0, least, mask);
            case 2:
                values[at] = Bits(size);
                return Run(values, at + 1, count - 1, Width(logWidth, size), 0, 0, mask) && Sum(values, at, count, mask);
            default:
                if (isReal != hasForm)
                {
                    return isReal ? Run(values, at, count, size, 0, 0, mask) : Fail();
                }

                // The highest bit of a single value is not sent, unless the value has no other bit.
                int last = (int)Bits(logWidth);
                return count == 1 && last > 0 ? Run(values, at, 1, last, 0, 1UL << last, mask) : Run(values, at, count, last + 1, 0, 0, mask);
        }
    }

    private static bool Sum(ulong[] values, int at, int count, ulong mask)
    {
        ulong sum = values[at];
        for (int i = at + 1; i < at + count; i++)
        {
            sum = (sum + ScalarColumn.FromZigzag(values[i])) & mask;
            values[i] = sum;
        }

        return true;
    }

    private int Width(int logWidth, int size)
    {
        int width = (int)Bits(logWidth + 1);
        return width <= size || Fail() ? width : 0;
    }

    // Inverts the flags in a list.
    private bool Listed(ulong[] flags, int at, int count, bool listsSet, out int set)
    {
        bool isRead = Number((ulong)count - 1, out ulong last);
        int listed = (int)last + 1;
        set = listsSet ? listed : count - listed;
        int k = (int)Bits(5);
        long position = -1;
        for (int i = 0; isRead && i < listed; i++)
        {
            position += Gap(k, count) + 1;
            isRead = !HasFailed && (position < count || Fail());
            if (isRead)
            {
                flags[at + (int)(position >> 6)] ^= 1UL << (int)position;
            }
        }

        return isRead && !HasFailed;
    }

    // A gap above the limit is not read to its end.
    private long Gap(int k, int limit)
    {
        ulong window = ScalarColumn.Load64(_bytes, (int)(_bit >> 3)) >> (int)(_bit & 7);
        int ones = BitCounts.Lowest(~window);
        if (ones + 1 + k <= Math.Min(MaxLoaded, _end - _bit))
        {
            _bit += ones + 1 + k;
            return ((long)ones << k) | (long)((window >> (ones + 1)) & ((1UL << k) - 1));
        }

        long counted = 0;
        while (Bits(1) == 1 && (counted < limit || Fail()))
        {
            counted++;
        }

        return (counted << k) | (long)Bits(k);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Has(long bits) => bits <= _end - _bit || Fail(PacketError.PackedTruncated);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Fail(PacketError error = PacketError.PackedInvalid)
    {
        Error = Error == PacketError.None ? error : Error;
        _end = -1;
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong Get(int width)
    {
        ulong value = ScalarColumn.Load64(_bytes, (int)(_bit >> 3)) >> (int)(_bit & 7);
        _bit += width;
        return value & ((1UL << width) - 1);
    }

    /// <summary>Reads the same bits of each value.</summary>
    private bool Run(ulong[] values, int at, int count, int width, int shift, ulong least, ulong mask)
    {
        if (count == 0 || !Has((long)count * width))
        {
            return count == 0 && !HasFailed;
        }

        if (width <= MaxLoaded)
        {
            ScalarColumn.LoadBits(_bytes, _bit, width, values, at, count);
            _bit += (long)count * width;
        }

        for (int i = at; (width > MaxLoaded || shift > 0 || least > 0) && i < at + count; i++)
        {
            ulong value = width > MaxLoaded ? Get(32) | Get(width - 32) << 32 : values[i];
            values[i] = ((value << shift) + least) & mask;
        }

        return true;
    }
}
