namespace Codec.Payloads;

/// <summary>Copies numbers between the bytes of a payload and columns of 64-bit values, which contain the bits of the numbers.</summary>
/// <remarks>The caller must have checked that the numbers are inside the payload, after which the array has 8 more bytes.</remarks>
internal static class ScalarColumn
{
    /// <summary>Reads the numbers at positions. For a position of -1, the value is <paramref name="missing"/>.</summary>
    internal static void Load(byte[] bytes, int[] positions, int from, int count, int offset, int logSize, ulong missing, ulong[] values, int to)
    {
        ulong mask = Mask(logSize);
        for (int i = 0; i < count; i++)
        {
            int at = positions[from + i];
            values[to + i] = at < 0 ? missing : Load64(bytes, at + offset) & mask;
        }
    }

    /// <summary>Reads adjacent numbers.</summary>
    internal static void LoadRun(byte[] bytes, int at, int count, int logSize, ulong[] values, int to)
    {
        ulong mask = Mask(logSize);
        for (int i = 0; i < count; i++)
        {
            values[to + i] = Load64(bytes, at) & mask;
            at += 1 << logSize;
        }
    }

    /// <summary>Writes numbers at positions, except at -1.</summary>
    internal static void Store(byte[] bytes, int[] positions, int to, int count, int offset, int logSize, ulong[] values, int from)
    {
        for (int i = 0; i < count; i++)
        {
            if (positions[to + i] >= 0)
            {
                Store(bytes, positions[to + i] + offset, logSize, values[from + i]);
            }
        }
    }

    /// <summary>Writes adjacent numbers.</summary>
    internal static void StoreRun(byte[] bytes, int at, int count, int logSize, ulong[] values, int from)
    {
        for (int i = 0; i < count; i++)
        {
            Store(bytes, at, logSize, values[from + i]);
            at += 1 << logSize;
        }
    }

    /// <summary>Returns the bits that are set in any of the bytes.</summary>
    internal static int OrBytes(byte[] bytes, int at, int count)
    {
        ulong any = 0;
        for (; count >= 8; count -= 8)
        {
            any |= Load64(bytes, at);
            at += 8;
        }

        any |= count == 0 ? 0 : Load64(bytes, at) & (ulong.MaxValue >> (64 - (8 * count)));
        any |= any >> 32;
        any |= any >> 16;
        return (byte)(any | any >> 8);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Load64(byte[] bytes, int at) => Unsafe.ReadUnaligned<ulong>(ref bytes[at]);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Store64(byte[] bytes, int at, ulong value) => Unsafe.WriteUnaligned(ref bytes[at], value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint Load32(byte[] bytes, int at) => Unsafe.ReadUnaligned<uint>(ref bytes[at]);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Store32(byte[] bytes, int at, uint value) => Unsafe.WriteUnaligned(ref bytes[at], value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Load16(byte[] bytes, int at) => Unsafe.ReadUnaligned<ushort>(ref bytes[at]);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Store16(byte[] bytes, int at, int value) => Unsafe.WriteUnaligned(ref bytes[at], (ushort)value);

    private static ulong Mask(int logSize) => ulong.MaxValue >> (64 - (8 << logSize));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(byte[] bytes, int at, int logSize, ulong value)
    {
        if (logSize == 2)
        {
            Store32(bytes, at, (uint)value);
        }
        else if (logSize == 0)
        {
            bytes[at] = (byte)value;
        }
        else if (logSize == 1)
        {
            Store16(bytes, at, (int)value);
        }
        else
        {
            Store64(bytes, at, value);
        }
    }
}
