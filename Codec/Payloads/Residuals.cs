namespace Codec.Payloads;

/// <summary>Replaces numbers by their differences from an expected value, and back. Numbers that are as expected have a cleared flag instead.</summary>
/// <remarks>
/// The expected value is that of a baseline, whose index in the values is <c>bases</c>, or a default if the index is -1. <c>at</c> is the index of the
/// values, <c>kind</c> their <see cref="ScalarClass"/>, and <c>flags</c> the index of the flags.
/// </remarks>
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

    /// <summary>Replaces the values that differ by their differences, and moves them to the front.</summary>
    /// <returns>The number of differing values.</returns>
    internal static int Encode(ulong[] values, int at, int bases, int count, int kind, ulong expected, int flags)
    {
        int differing = 0;
        int unused = 64 - (8 << ScalarClass.LogSize(kind));
        for (int i = 0; i < count;)
        {
            ulong word = 0;
            int end = Math.Min(count, i + 64);
            for (int bit = 0; i < end; i++, bit++)
            {
                ulong value = values[at + i];
                ulong wanted = bases < 0 ? expected : values[bases + i];
                ulong differs = value != wanted ? 1UL : 0;
                values[at + differing] = bases < 0 ? value : ToZigzag(value - wanted, unused);
                word |= differs << bit;
                differing += (int)differs;
            }

            values[flags++] = word;
        }

        bool isSigned = ScalarClass.IsSigned(kind);
        bool isReal = ScalarClass.IsReal(kind);
        for (int i = at; bases < 0 && (isSigned || expected != 0) && i < at + differing; i++)
        {
            values[i] = isReal ? values[i] ^ expected : isSigned ? ToZigzag(values[i] - expected, unused) : (values[i] - expected) << unused >> unused;
        }

        return differing;
    }

    /// <summary>Does the reverse of <see cref="Encode"/>.</summary>
    internal static void Decode(ulong[] values, int at, int bases, int count, int kind, ulong expected, int flags, int differing)
    {
        bool isSigned = ScalarClass.IsSigned(kind) || bases >= 0;
        bool isReal = ScalarClass.IsReal(kind) && bases < 0;
        int unused = 64 - (8 << ScalarClass.LogSize(kind));
        for (int i = at; (isSigned || expected != 0) && i < at + differing; i++)
        {
            ulong value = isSigned ? FromZigzag(values[i]) : values[i];
            values[i] = isReal ? value ^ expected : bases >= 0 ? value : (value + expected) << unused >> unused;
        }

        if (differing == count && bases < 0)
        {
            return;
        }

        int next = differing - 1;
        for (int i = count - 1; i >= 0; i--)
        {
            bool differs = (values[flags + (i >> 6)] >> i & 1) != 0;
            ulong wanted = bases < 0 ? expected : values[bases + i];
            values[at + i] = !differs ? wanted : bases < 0 ? values[at + next--] : (values[at + next--] + wanted) << unused >> unused;
        }
    }
}
