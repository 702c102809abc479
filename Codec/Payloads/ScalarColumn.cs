namespace Codec.Payloads;

/// <summary>Copies numbers between the bytes of a payload and columns of 64-bit values, which contain the bits of the numbers.</summary>
/// <remarks>The caller must have checked that the numbers are inside the payload.</remarks>
internal static class ScalarColumn
{
    /// <summary>Reads the numbers at positions. For a position of -1, the value is <paramref name="missing"/>.</summary>
    internal static void Load(
        byte[] bytes, int[] positions, int from, int count, int offset, int logSize, ulong missing, ulong[] values, int to)
    {
        switch (logSize)
        {
            case 0:
                for (int i = 0; i < count; i++)
                {
                    int at = positions[from + i];
                    values[to + i] = at < 0 ? missing : bytes[at + offset];
                }

                break;
            case 1:
                for (int i = 0; i < count; i++)
                {
                    int at = positions[from + i];
                    values[to + i] = at < 0 ? missing : Unsafe.ReadUnaligned<ushort>(ref bytes[at + offset]);
                }

                break;
            case 2:
                for (int i = 0; i < count; i++)
                {
                    int at = positions[from + i];
                    values[to + i] = at < 0 ? missing : Unsafe.ReadUnaligned<uint>(ref bytes[at + offset]);
                }

                break;
            default:
                for (int i = 0; i < count; i++)
                {
                    int at = positions[from + i];
                    values[to + i] = at < 0 ? missing : Unsafe.ReadUnaligned<ulong>(ref bytes[at + offset]);
                }

                break;
        }
    }

    /// <summary>Reads adjacent numbers.</summary>
    internal static void LoadRun(byte[] bytes, int at, int count, int logSize, ulong[] values, int to)
    {
        switch (logSize)
        {
            case 0:
                for (int i = 0; i < count; i++)
                {
                    values[to + i] = bytes[at + i];
                }

                break;
            case 1:
                for (int i = 0; i < count; i++)
                {
                    values[to + i] = Unsafe.ReadUnaligned<ushort>(ref bytes[at + (2 * i)]);
                }

                break;
            case 2:
                for (int i = 0; i < count; i++)
                {
                    values[to + i] = Unsafe.ReadUnaligned<uint>(ref bytes[at + (4 * i)]);
                }

                break;
            default:
                for (int i = 0; i < count; i++)
                {
                    values[to + i] = Unsafe.ReadUnaligned<ulong>(ref bytes[at + (8 * i)]);
                }

                break;
        }
    }

    /// <summary>Writes numbers at positions.</summary>
    internal static void Store(byte[] bytes, int[] positions, int from, int count, int offset, int logSize, ulong[] values, int to)
    {
        switch (logSize)
        {
            case 0:
                for (int i = 0; i < count; i++)
                {
                    bytes[positions[from + i] + offset] = (byte)values[to + i];
                }

                break;
            case 1:
                for (int i = 0; i < count; i++)
                {
                    Unsafe.WriteUnaligned(ref bytes[positions[from + i] + offset], (ushort)values[to + i]);
                }

                break;
            case 2:
                for (int i = 0; i < count; i++)
                {
                    Unsafe.WriteUnaligned(ref bytes[positions[from + i] + offset], (uint)values[to + i]);
                }

                break;
            default:
                for (int i = 0; i < count; i++)
                {
                    Unsafe.WriteUnaligned(ref bytes[positions[from + i] + offset], values[to + i]);
                }

                break;
        }
    }

    /// <summary>Writes adjacent numbers.</summary>
    internal static void StoreRun(byte[] bytes, int at, int count, int logSize, ulong[] values, int from)
    {
        switch (logSize)
        {
            case 0:
                for (int i = 0; i < count; i++)
                {
                    bytes[at + i] = (byte)values[from + i];
                }

                break;
            case 1:
                for (int i = 0; i < count; i++)
                {
                    Unsafe.WriteUnaligned(ref bytes[at + (2 * i)], (ushort)values[from + i]);
                }

                break;
            case 2:
                for (int i = 0; i < count; i++)
                {
                    Unsafe.WriteUnaligned(ref bytes[at + (4 * i)], (uint)values[from + i]);
                }

                break;
            default:
                for (int i = 0; i < count; i++)
                {
                    Unsafe.WriteUnaligned(ref bytes[at + (8 * i)], values[from + i]);
                }

                break;
        }
    }

    /// <summary>Returns the bits that are set in any of the bytes.</summary>
    internal static int OrBytes(byte[] bytes, int at, int count)
    {
        ulong any = 0;
        int i = 0;
        for (; i <= count - 8; i += 8)
        {
            any |= Unsafe.ReadUnaligned<ulong>(ref bytes[at + i]);
        }

        for (; i < count; i++)
        {
            any |= bytes[at + i];
        }

        any |= any >> 32;
        any |= any >> 16;
        return (byte)(any | any >> 8);
    }

    /// <summary>Reads the 8 bytes at a position, of which at least the first must be in the array, with 7 more behind it.</summary>
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
}
