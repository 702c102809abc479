#if NET
using System.Numerics;
#endif

namespace Codec.Compat;

/// <summary>Counts bits of 64-bit values.</summary>
internal static class BitCounts
{
#if NET
    /// <summary>Returns the number of bits that are set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Set(ulong value) => BitOperations.PopCount(value);

    /// <summary>Returns the number of bits from the highest that is set to the lowest; 0 for 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Width(ulong value) => 64 - BitOperations.LeadingZeroCount(value);

    /// <summary>Returns the number of the lowest bit that is set; 64 for 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Lowest(ulong value) => BitOperations.TrailingZeroCount(value);
#else
    internal static int Set(ulong value)
    {
        value -= (value >> 1) & 0x5555_5555_5555_5555;
        value = (value & 0x3333_3333_3333_3333) + ((value >> 2) & 0x3333_3333_3333_3333);
        return (int)((((value + (value >> 4)) & 0x0F0F_0F0F_0F0F_0F0F) * 0x0101_0101_0101_0101) >> 56);
    }

    internal static int Width(ulong value)
    {
        int width = 0;
        for (int step = 32; step > 0; step >>= 1)
        {
            if (value >> step != 0)
            {
                value >>= step;
                width += step;
            }
        }

        return width + (int)value;
    }

    internal static int Lowest(ulong value) => Set((value & (0 - value)) - 1);
#endif
}
