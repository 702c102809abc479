using Codec.Packets;

namespace Codec.Payloads;

/// <summary>Reads what <see cref="ColumnWriter"/> has written, from any bytes. After an error, methods return <see langword="false"/>. Not thread-safe.</summary>
internal sealed class ColumnReader
{
    // The bytes that a value is read with beyond its last byte.
    private const int Slack = 16;

    // The widest value of which all bits are in the 8 bytes from its first bit on.
    private const int MaxLoaded = 56;

    private byte[] _bytes = [];
    private long _bit;

    // The start of the last chunk, before which the bits end.
    private int _chunk;

    /// <summary>Gets the reason of an error.</summary>
    internal PacketError Error { get; private set; }

    /// <summary>Gets the memory of the chunks.</summary>
    internal byte[] Bytes => _bytes;

    private long Left => (8L * _chunk) - _bit;

    internal void Begin(ReadOnlySpan<byte> packed)
    {
        if (_bytes.Length - Slack < packed.Length)
        {
            _bytes = new byte[Math.Max(packed.Length + Slack, (int)Math.Min(2L * _bytes.Length, PacketFormat.LongestArray))];
        }

        packed.CopyTo(_bytes);
        _bit = 0;
        _chunk = packed.Length;
        Error = PacketError.None;
    }

    /// <summary>Releases memory of more than a size in bytes.</summary>
    internal void Trim(int maxKept)
    {
        if (_bytes.Length > maxKept)
        {
            _bytes = [];
        }
    }

    /// <summary>Returns whether the bits and the chunks meet, and the bits between them are 0.</summary>
    internal bool End() => Left < 8 && Bits((int)Left, out ulong padding) && padding == 0;

    internal bool Bits(int width, out ulong value)
    {
        value = 0;
        if (!Has(width))
        {
            return false;
        }

        value = Get(Math.Min(32, width));
        if (width > 32)
        {
            value |= Get(width - 32) << 32;
        }

        return true;
    }

    /// <summary>Reads the same bits of each value.</summary>
    internal bool Fixed(ulong[] values, int at, int count, int width) => Run(values, at, count, width, 0, 0, ulong.MaxValue);

    /// <summary>Reads a chunk.</summary>
    /// <param name="size">Its size in bytes.</param>
    /// <param name="at">The index of its first byte in <see cref="Bytes"/>.</param>
    internal bool Chunk(long size, out int at)
    {
        at = 0;
        if (!Has(8 * size))
        {
            return false;
        }

        at = _chunk -= (int)size;
        return true;
    }

    /// <summary>Reads flags.</summary>
    /// <param name="flags">The memory for a bit for each flag. The bits after the last become 0.</param>
    /// <param name="at">The index of the first 64 flags.</param>
    /// <param name="count">The number of flags.</param>
    /// <param name="set">The number of flags that are set.</param>
    internal bool Flags(ulong[] flags, int at, int count, out int set)
    {
        set = 0;
        ulong form = 2;
        if (count > 3 && !Bits(2, out form))
        {
            return false;
        }

        if (form == 2)
        {
            return Raw(flags, at, count, out set);
        }

        set = form == 1 ? count : 0;
        if (form < 2)
        {
            Fill(flags, at, count, form == 1);
            return true;
        }

        if (!Bits(1, out ulong listsSet) || !Number((ulong)count - 1, out ulong last) || !Bits(5, out ulong k))
        {
            return false;
        }

        int listed = (int)last + 1;
        set = listsSet == 1 ? listed : count - listed;
        Fill(flags, at, count, listsSet == 0);
        long position = -1;
        for (int i = 0; i < listed; i++)
        {
            if (!Gap((int)k, count, out long gap))
            {
                return false;
            }

            position += gap + 1;
            if (position >= count)
            {
                return Fail();
            }

            flags[at + (int)(position >> 6)] ^= 1UL << (int)position;
        }

        return true;
    }

    /// <summary>Reads a number that is usually small.</summary>
    internal bool Number(ulong most, out ulong value)
    {
        value = 0;
        ulong group = 16;
        for (int shift = 0; group >= 16; shift += 4)
        {
            if (!Bits(5, out group))
            {
                return false;
            }

            value |= (group & 15) << shift;

            // The last group of the shortest form is not 0.
            if ((group == 0 && shift > 0) || (group >= 16 && shift == 60))
            {
                return Fail();
            }
        }

        return value <= most || Fail();
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
        ulong mask = ulong.MaxValue >> (64 - size);
        if (count == 1 && !isReal && size <= 32)
        {
            return Number(mask, out values[at]);
        }

        ulong form = 0;
        if (!Bits(1, out ulong hasForm) || (hasForm == 1 && !Bits(2, out form)))
        {
            return false;
        }

        if (hasForm == 0)
        {
            return isReal ? Run(values, at, count, size, 0, 0, mask) : Narrow(values, at, count, logWidth, mask);
        }

        switch (form)
        {
            case 0:
                return Bits(logWidth, out ulong shift) && Bits(logWidth, out ulong last)
                    && Run(values, at, count, (int)last + 1, (int)shift, 0, mask);
            case 1:
                return Bits(size, out ulong least) && Width(logWidth, size, out int offsetWidth)
                    && Run(values, at, count, offsetWidth, 0, least, mask);
            case 2:
                return Bits(size, out values[at]) && Width(logWidth, size, out int stepWidth)
                    && Run(values, at + 1, count - 1, stepWidth, 0, 0, mask) && Sum(values, at, count, mask);
            default:
                return isReal ? Narrow(values, at, count, logWidth, mask) : Fail();
        }
    }

    private static bool Sum(ulong[] values, int at, int count, ulong mask)
    {
        ulong sum = values[at];
        for (int i = 1; i < count; i++)
        {
            sum = (sum + Residuals.FromZigzag(values[at + i])) & mask;
            values[at + i] = sum;
        }

        return true;
    }

    private static void Fill(ulong[] flags, int at, int count, bool isSet)
    {
        for (; count > 0; count -= 64)
        {
            flags[at++] = isSet ? ulong.MaxValue >> (64 - Math.Min(64, count)) : 0;
        }
    }

    // The highest bit of one value is not sent, unless it is the only one.
    private bool Narrow(ulong[] values, int at, int count, int logWidth, ulong mask)
    {
        if (!Bits(logWidth, out ulong last))
        {
            return false;
        }

        if (count > 1 || last == 0)
        {
            return Run(values, at, count, (int)last + 1, 0, 0, mask);
        }

        bool isRead = Bits((int)last, out ulong value);
        values[at] = value | (1UL << (int)last);
        return isRead;
    }

    private bool Width(int logWidth, int size, out int width)
    {
        bool isRead = Bits(logWidth + 1, out ulong value);
        width = (int)value;
        return isRead && (width <= size || Fail());
    }

    private bool Raw(ulong[] flags, int at, int count, out int set)
    {
        set = 0;
        for (int i = 0; 64 * i < count; i++)
        {
            if (!Bits(Math.Min(64, count - (64 * i)), out ulong word))
            {
                return false;
            }

            flags[at + i] = word;
            set += BitCounts.Set(word);
        }

        return true;
    }

    // A gap above the limit is not read to its end.
    private bool Gap(int k, int limit, out long gap)
    {
        long ones = 0;
        ulong bit;
        while (Bits(1, out bit) && bit == 1)
        {
            if (++ones > limit)
            {
                gap = 0;
                return Fail();
            }
        }

        bool isRead = Bits(k, out ulong low) && Error == PacketError.None;
        gap = (ones << k) | (long)low;
        return isRead;
    }

    private bool Has(long bits)
    {
        if (bits > Left && Error == PacketError.None)
        {
            Error = PacketError.PackedTruncated;
        }

        return Error == PacketError.None;
    }

    private bool Fail()
    {
        Error = PacketError.PackedInvalid;
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
        if (!Has((long)count * width))
        {
            return false;
        }

        if (width > MaxLoaded)
        {
            for (int i = 0; i < count; i++)
            {
                ulong low = Get(32);
                values[at + i] = (((low | Get(width - 32) << 32) << shift) + least) & mask;
            }

            return true;
        }

        byte[] bytes = _bytes;
        long bit = _bit;
        ulong part = (1UL << width) - 1;
        for (int i = 0; i < count; i++)
        {
            ulong value = ScalarColumn.Load64(bytes, (int)(bit >> 3)) >> (int)(bit & 7);
            values[at + i] = (((value & part) << shift) + least) & mask;
            bit += width;
        }

        _bit = bit;
        return true;
    }
}
