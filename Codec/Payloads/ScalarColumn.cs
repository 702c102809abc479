namespace Codec.Payloads;

/// <summary>
/// Copies numbers between the bytes of a payload and columns of 64-bit values, which contain the bits of the numbers. Replaces numbers by their
/// differences from expected values, and back.
/// </summary>
/// <remarks>
/// The loops have no branch that depends on the values, and no bounds checks. The caller must have checked that the numbers are inside the payload, after
/// which the array has 32 more bytes.
/// </remarks>
internal static partial class ScalarColumn
{
    /// <summary>The offset of a field that tables do not have. With the position of a table, the sum is negative.</summary>
    internal const int Missing = int.MinValue;

    // Vectors do not pay for so few.
    private const int FewNumbers = 8;

    private const ulong EachByte = 0x0101_0101_0101_0101;

    /// <summary>Finds a field in each table by the number of its vtable; -1 if it is missing or after the end. Returns whether all tables have it.</summary>
    internal static bool Find(int[] positions, int tables, int count, int offsets, int end, int to)
    {
        ref int table = ref ArrayReference.At(positions, tables);
        ref int offset = ref ArrayReference.At(positions, offsets);
        ref int slot = ref ArrayReference.At(positions, to);
        int any = 0;
        for (int i = 0; i < count; i++)
        {
            int at = Unsafe.Add(ref table, i) + Unsafe.Add(ref offset, Unsafe.Add(ref table, count + i));
            at |= (at | (end - at)) >> 31;
            any |= at;
            Unsafe.Add(ref slot, i) = at;
        }

        return any >= 0;
    }

    /// <summary>Sets the flags of positions that are not -1, and returns how many there are.</summary>
    internal static int Present(int[] positions, int slots, int count, ulong[] flags, int at)
    {
        ref int slot = ref ArrayReference.At(positions, slots);
        int present = 0;
        for (int i = 0; i < count; at++)
        {
            ulong word = 0;
            int first = i;
            for (int end = Math.Min(count, i + 64); i < end; i++)
            {
                ulong bit = (ulong)(~Unsafe.Add(ref slot, i) & int.MinValue) << 32;
                word = (word >> 1) | bit;
                present += (int)(bit >> 63);
            }

            flags[at] = word >> (first + 64 - i);
        }

        return present;
    }

    /// <summary>Reads the numbers at positions. For a position of -1, the value is <paramref name="missing"/>.</summary>
    internal static void Load(byte[] bytes, int[] positions, int from, int count, int offset, int logSize, ulong missing, ulong[] values, int to)
    {
        ref byte source = ref ArrayReference.At(bytes, 0);
        ref int position = ref ArrayReference.At(positions, from);
        ref ulong value = ref ArrayReference.At(values, to);
        ulong mask = Mask(logSize);
        for (int i = 0; i < count; i++)
        {
            int at = Unsafe.Add(ref position, i);
            int isMissing = at >> 31;
            ulong loaded = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, (at + offset) & ~isMissing)) & mask;
            Unsafe.Add(ref value, i) = loaded ^ ((loaded ^ missing) & (ulong)(long)isMissing);
        }
    }

    /// <summary>Reads the numbers at positions, none of which is -1.</summary>
    internal static void LoadAll(byte[] bytes, int[] positions, int from, int count, int offset, int logSize, ulong[] values, int to)
    {
        ref byte source = ref Unsafe.Add(ref ArrayReference.At(bytes, 0), offset);
        ref int position = ref ArrayReference.At(positions, from);
        ref ulong value = ref ArrayReference.At(values, to);
        ulong mask = Mask(logSize);
        for (int i = 0; i < count; i++)
        {
            Unsafe.Add(ref value, i) = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, Unsafe.Add(ref position, i))) & mask;
        }
    }

    /// <summary>Reads adjacent numbers, four at once: up to three more are undefined.</summary>
    internal static void LoadRun(byte[] bytes, int at, int count, int logSize, ulong[] values, int to)
    {
        ref byte source = ref ArrayReference.At(bytes, 0);
        ref ulong value = ref ArrayReference.At(values, to);
        ulong mask = Mask(logSize);
        int size = 1 << logSize;
        for (int i = 0; i < count; i += 4, at += 4 * size)
        {
            Unsafe.Add(ref value, i) = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, at)) & mask;
            Unsafe.Add(ref value, i + 1) = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, at + size)) & mask;
            Unsafe.Add(ref value, i + 2) = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, at + (2 * size))) & mask;
            Unsafe.Add(ref value, i + 3) = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, at + (3 * size))) & mask;
        }
    }

    /// <summary>Returns a spread that is kept with the numbers of columns.</summary>
    internal static ref ColumnSpread SpreadAt(ulong[] values, int at) => ref Unsafe.As<ulong, ColumnSpread>(ref ArrayReference.At(values, at));

    /// <summary>Returns what the size of a column of numbers depends on.</summary>
    internal static ColumnSpread Spread(ulong[] values, int at, int count, int unused)
    {
        ref ulong first = ref ArrayReference.At(values, at);
        (ulong any, ulong least, ulong most, ulong steps) = (first, first, first, 0);
        int i = 1;
        if (count > FewNumbers)
        {
            ColumnSpread visited = new() { Any = first, Least = first, Most = first };
            VisitVectors(ref first, count, unused, ref visited, ref i);
            (any, least, most, steps) = (visited.Any, visited.Least, visited.Most, visited.Steps);
        }

        for (; i < count; i++)
        {
            ulong value = Unsafe.Add(ref first, i);
            any |= value;
            least = Math.Min(least, value);
            most = Math.Max(most, value);
            steps |= ToZigzag(value - Unsafe.Add(ref first, i - 1), unused);
        }

        return new() { Any = any, Least = least, Most = most, Steps = steps };
    }

    /// <summary>
    /// Subtracts <paramref name="least"/> from numbers, removes bits from their front, and writes the up to 56 bits that are left. Before the call,
    /// <paramref name="open"/> has the bits of the byte that is not full; afterwards, the bits of the last byte.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void StoreBits(byte[] bytes, long bit, ref ulong open, int width, ulong least, int shift, ulong[] values, int from, int count)
    {
        ref byte target = ref Unsafe.Add(ref ArrayReference.At(bytes, 0), (int)(bit >> 3));
        ref ulong value = ref ArrayReference.At(values, from);
        ulong left = open;
        int used = (int)bit & 7;
        int i = 0;

        // One store writes as many values as fit.
        for (; width <= 14 && i <= count - 4; i += 4)
        {
            ulong low = ((Unsafe.Add(ref value, i) - least) >> shift) | ((Unsafe.Add(ref value, i + 1) - least) >> shift << width);
            ulong high = ((Unsafe.Add(ref value, i + 2) - least) >> shift) | ((Unsafe.Add(ref value, i + 3) - least) >> shift << width);
            left |= (low | (high << (2 * width))) << used;
            Unsafe.WriteUnaligned(ref target, left);
            used += 4 * width;
            target = ref Unsafe.Add(ref target, used >> 3);
            left >>= used & ~7;
            used &= 7;
        }

        for (; width <= 28 && i <= count - 2; i += 2)
        {
            left |= (((Unsafe.Add(ref value, i) - least) >> shift) | ((Unsafe.Add(ref value, i + 1) - least) >> shift << width)) << used;
            Unsafe.WriteUnaligned(ref target, left);
            used += 2 * width;
            target = ref Unsafe.Add(ref target, used >> 3);
            left >>= used & ~7;
            used &= 7;
        }

        for (; i < count; i++)
        {
            left |= (Unsafe.Add(ref value, i) - least) >> shift << used;
            Unsafe.WriteUnaligned(ref target, left);
            used += width;
            target = ref Unsafe.Add(ref target, used >> 3);
            left >>= used & ~7;
            used &= 7;
        }

        open = left;
    }

    /// <summary>Reads numbers of up to 56 bits from bits.</summary>
    internal static void LoadBits(byte[] bytes, long bit, int width, ulong[] values, int to, int count)
    {
        ref byte source = ref ArrayReference.At(bytes, 0);
        ref ulong value = ref ArrayReference.At(values, to);
        ulong mask = (1UL << width) - 1;
        for (int i = 0; i < count; i++)
        {
            Unsafe.Add(ref value, i) = (Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, (int)(bit >> 3))) >> (int)(bit & 7)) & mask;
            bit += width;
        }
    }

    /// <summary>Writes numbers at the positions with a flag, or at all but -1 if the index of the flags is negative.</summary>
    internal static void Store(byte[] bytes, int[] positions, int to, int count, int offset, int logSize, ulong[] values, int from, int flags = -1)
    {
        switch (logSize)
        {
            case 0: Store<byte>(bytes, positions, to, count, offset, values, from, flags); break;
            case 1: Store<ushort>(bytes, positions, to, count, offset, values, from, flags); break;
            case 2: Store<uint>(bytes, positions, to, count, offset, values, from, flags); break;
            default: Store<ulong>(bytes, positions, to, count, offset, values, from, flags); break;
        }
    }

    /// <summary>Writes adjacent numbers.</summary>
    internal static void StoreRun(byte[] bytes, int at, int count, int logSize, ulong[] values, int from)
    {
        switch (logSize)
        {
            case 0: StoreRun<byte>(bytes, at, count, values, from); break;
            case 1: StoreRun<ushort>(bytes, at, count, values, from); break;
            case 2: StoreRun<uint>(bytes, at, count, values, from); break;
            default: StoreRun<ulong>(bytes, at, count, values, from); break;
        }
    }

    /// <summary>Sets a flag for each byte that is not 0, after the flags before. The others must be 0.</summary>
    internal static void LoadFlags(byte[] bytes, int at, int count, ulong[] flags, int to, long flag)
    {
        LoadFlagVectors(bytes, ref at, ref count, flags, to, ref flag);
        for (; count > 0; count -= 8, at += 8, flag += 8)
        {
            ulong word = Load64(bytes, at) & (ulong.MaxValue >> (64 - (8 * Math.Min(8, count))));
            word = (((word & (0x7F * EachByte)) + (0x7F * EachByte)) | word) & (0x80 * EachByte);
            AddFlags(flags, to, flag, ((word >> 7) * 0x0102_0408_1020_4080) >> 56);
        }
    }

    /// <summary>Writes the byte 1 for each flag that is set. The bytes must be 0.</summary>
    internal static void StoreFlags(byte[] bytes, int at, int count, ulong[] flags, int from, long flag)
    {
        for (; count > 0; count -= 8, at += 8, flag += 8)
        {
            int index = from + (int)(flag >> 6);
            ulong word = ((flags[index] >> (int)flag) | (flags[index + 1] << 1 << ~(int)flag)) & (0xFFUL >> Math.Max(0, 8 - count));
            word = (word * EachByte) & 0x8040_2010_0804_0201;
            Store64(bytes, at, Load64(bytes, at) | ((((word | (word + (0x7F * EachByte))) & (0x80 * EachByte))) >> 7));
        }
    }

    /// <summary>Sets the flags of numbers that are not 0, moves these to the front, and returns how many there are.</summary>
    internal static int Compact(ulong[] values, int at, int count, int flags)
    {
        ref ulong value = ref ArrayReference.At(values, at);
        int set = 0;
        for (int i = 0; i < count; flags++)
        {
            ulong word = 0;
            int first = i;
            for (int end = Math.Min(count, i + 64); i < end; i++)
            {
                ulong number = Unsafe.Add(ref value, i);
                Unsafe.Add(ref value, set) = number;
                number = (number | (0 - number)) >> 63;
                word = (word >> 1) | (number << 63);
                set += (int)number;
            }

            values[flags] = word >> (first + 64 - i);
        }

        return set;
    }

    /// <summary>
    /// Expands a column into other memory. Numbers with a flag are the column's, which are differences if there is a baseline. The others are the baseline's,
    /// or <paramref name="expected"/>.
    /// </summary>
    internal static void Expand(ulong[] values, int at, int bases, int count, ulong mask, ulong expected, int flags, int to)
    {
        ref ulong next = ref ArrayReference.At(values, at);
        ref ulong wanted = ref ArrayReference.At(values, Math.Max(0, bases));
        ref ulong value = ref ArrayReference.At(values, to);
        for (int i = 0; i < count; flags++)
        {
            ulong word = values[flags];
            int end = Math.Min(count, i + 64);
            for (; bases < 0 && i < end; i++, word >>= 1)
            {
                int differs = (int)word & 1;
                Unsafe.Add(ref value, i) = expected ^ ((expected ^ next) & (ulong)-(long)differs);
                next = ref Unsafe.Add(ref next, differs);
            }

            for (; i < end; i++, word >>= 1)
            {
                int differs = (int)word & 1;
                Unsafe.Add(ref value, i) = (Unsafe.Add(ref wanted, i) + (next & (ulong)-(long)differs)) & mask;
                next = ref Unsafe.Add(ref next, differs);
            }
        }
    }

    /// <summary>Replaces numbers by their differences from those of a baseline, or from a default if the index of the baseline's is -1.</summary>
    internal static void ToResiduals(ulong[] values, int at, int bases, int count, int scalar, ulong expected)
    {
        bool isZigzag = bases >= 0 || ScalarClass.IsSigned(scalar);
        if (!isZigzag && expected == 0)
        {
            return;
        }

        bool isXor = !isZigzag && (ScalarClass.IsReal(scalar) || scalar == ScalarClass.Bool);
        int unused = 64 - (8 << ScalarClass.LogSize(scalar));
        ref ulong value = ref ArrayReference.At(values, at);
        ref ulong wanted = ref ArrayReference.At(values, Math.Max(0, bases));
        for (int i = 0; i < count; i++)
        {
            (ulong number, ulong other) = (Unsafe.Add(ref value, i), bases < 0 ? expected : Unsafe.Add(ref wanted, i));
            Unsafe.Add(ref value, i) = isXor ? number ^ other
                : isZigzag ? ToZigzag(number - other, unused) : (number - other) << unused >> unused;
        }
    }

    /// <summary>Does the reverse of <see cref="ToResiduals"/>.</summary>
    internal static void FromResiduals(ulong[] values, int at, int count, int scalar, ulong expected)
    {
        ulong mask = Mask(ScalarClass.LogSize(scalar));
        bool isSigned = ScalarClass.IsSigned(scalar);
        bool isXor = ScalarClass.IsReal(scalar) || scalar == ScalarClass.Bool;
        ref ulong value = ref ArrayReference.At(values, at);
        for (int i = 0; (isSigned || expected != 0) && i < count; i++)
        {
            ulong number = Unsafe.Add(ref value, i);
            Unsafe.Add(ref value, i) = isXor ? number ^ expected : ((isSigned ? FromZigzag(number) : number) + expected) & mask;
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

    /// <summary>Returns the bits of a number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Mask(int logSize) => ulong.MaxValue >> (64 - (8 << logSize));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void AddFlags(ulong[] flags, int to, long flag, ulong added)
    {
        int index = to + (int)(flag >> 6);
        flags[index] |= added << (int)flag;
        flags[index + 1] = added >> 1 >> ~(int)flag;
    }

    static partial void LoadFlagVectors(byte[] bytes, ref int at, ref int count, ulong[] flags, int to, ref long flag);

    static partial void VisitVectors(ref ulong value, int count, int unused, ref ColumnSpread spread, ref int done);

    private static void Store<T>(byte[] bytes, int[] positions, int to, int count, int offset, ulong[] values, int from, int flags)
        where T : unmanaged
    {
        ref byte target = ref Unsafe.Add(ref ArrayReference.At(bytes, 0), offset);
        ref int position = ref ArrayReference.At(positions, to);
        ref ulong value = ref ArrayReference.At(values, from);
        for (int i = 0; i < count; i++)
        {
            ulong left = flags < 0 ? 0 : values[flags + (i >> 6)];
            for (; left != 0; left &= left - 1)
            {
                int at = Unsafe.Add(ref position, i + BitCounts.Lowest(left));
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, at), Unsafe.As<ulong, T>(ref value));
                value = ref Unsafe.Add(ref value, 1);
            }

            if (flags >= 0)
            {
                i += 63;
            }
            else if (Unsafe.Add(ref position, i) >= 0)
            {
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, Unsafe.Add(ref position, i)), Unsafe.As<ulong, T>(ref Unsafe.Add(ref value, i)));
            }
        }
    }

    private static void StoreRun<T>(byte[] bytes, int at, int count, ulong[] values, int from)
        where T : unmanaged
    {
        ref byte target = ref ArrayReference.At(bytes, at);
        ref ulong value = ref ArrayReference.At(values, from);
        for (int i = 0; i < count; i++)
        {
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, i * Unsafe.SizeOf<T>()), Unsafe.As<ulong, T>(ref Unsafe.Add(ref value, i)));
        }
    }
}
