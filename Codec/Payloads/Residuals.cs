namespace Codec.Payloads;

/// <summary>Replaces numbers by their differences from an expected value, and back. Numbers that are as expected have a cleared flag instead.</summary>
internal static class Residuals
{
    /// <summary>Returns a signed difference as a number that is small if its magnitude is.</summary>
    /// <param name="difference">The difference, of which only the lowest bits are used.</param>
    /// <param name="unused">The number of the other bits.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong ToZigzag(ulong difference, int unused)
    {
        long signed = (long)(difference << unused) >> unused;
        return (ulong)((signed << 1) ^ (signed >> 63));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong FromZigzag(ulong value) => (value >> 1) ^ (0 - (value & 1));

    /// <summary>Replaces the values that differ from the default by their differences, and moves them to the front.</summary>
    /// <param name="values">The values.</param>
    /// <param name="at">The index of the first value.</param>
    /// <param name="count">The number of values.</param>
    /// <param name="kind">The <see cref="ScalarClass"/>.</param>
    /// <param name="expected">The default.</param>
    /// <param name="flags">The index of the flags in <paramref name="values"/>: a bit for each value, which is set if it differs.</param>
    /// <returns>The number of differing values.</returns>
    internal static int Encode(ulong[] values, int at, int count, int kind, ulong expected, int flags)
    {
        int differing = 0;
        for (int i = 0; i < count;)
        {
            ulong word = 0;
            int end = Math.Min(count, i + 64);
            for (int bit = 0; i < end; i++, bit++)
            {
                ulong value = values[at + i];
                values[at + differing] = value;
                ulong differs = value != expected ? 1UL : 0;
                word |= differs << bit;
                differing += (int)differs;
            }

            values[flags++] = word;
        }

        if (ScalarClass.IsReal(kind))
        {
            for (int i = 0; expected != 0 && i < differing; i++)
            {
                values[at + i] ^= expected;
            }
        }
        else if (ScalarClass.IsSigned(kind))
        {
            int unused = 64 - (8 << ScalarClass.LogSize(kind));
            for (int i = 0; i < differing; i++)
            {
                values[at + i] = ToZigzag(values[at + i] - expected, unused);
            }
        }
        else if (expected != 0)
        {
            ulong mask = ulong.MaxValue >> (64 - (8 << ScalarClass.LogSize(kind)));
            for (int i = 0; i < differing; i++)
            {
                values[at + i] = (values[at + i] - expected) & mask;
            }
        }

        return differing;
    }

    /// <summary>Does the reverse of <see cref="Encode"/>, except that the highest bits of the values are undefined beyond the size of the class.</summary>
    internal static void Decode(ulong[] values, int at, int count, int kind, ulong expected, int flags, int differing)
    {
        if (ScalarClass.IsReal(kind))
        {
            for (int i = 0; expected != 0 && i < differing; i++)
            {
                values[at + i] ^= expected;
            }
        }
        else if (ScalarClass.IsSigned(kind))
        {
            for (int i = 0; i < differing; i++)
            {
                values[at + i] = FromZigzag(values[at + i]) + expected;
            }
        }
        else if (expected != 0)
        {
            for (int i = 0; i < differing; i++)
            {
                values[at + i] += expected;
            }
        }

        if (differing < count)
        {
            int next = differing - 1;
            for (int i = count - 1; i >= 0; i--)
            {
                bool differs = (values[flags + (i >> 6)] >> i & 1) != 0;
                values[at + i] = differs ? values[at + next--] : expected;
            }
        }
    }
}
