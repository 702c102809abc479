namespace Codec.Generated;

/// <summary>Verifies the objects that offsets refer to, for generated code: at least as strict as FlatBuffers' own verifier in C++.</summary>
/// <remarks>
/// <c>buffer</c> is the payload, and <c>slot</c> is the position of an offset in it. Alignment is relative to the start of the payload. Stateless and
/// thread-safe.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedVerifier
{
    /// <summary>The size of the smallest buffer: the root's offset, a table's offset to its vtable, and a vtable.</summary>
    public const int MinBufferSize = 12;

    /// <summary>Finds and checks a table's vtable.</summary>
    /// <returns>The vtable's size in bytes, or 0 if it must not be used.</returns>
    public static int VTable(ReadOnlySpan<byte> buffer, int table, out int vtable)
    {
        vtable = GeneratedReader.VTable(buffer, table);
        if (vtable == GeneratedReader.NoVTable)
        {
            return 0;
        }

        int size = GeneratedBytes.LoadUInt16(buffer, vtable);
        if (((size | vtable) & 1) != 0)
        {
            return 0;
        }

        int tableSize = GeneratedBytes.LoadUInt16(buffer, vtable + 2);
        return tableSize < 4 || tableSize > buffer.Length - table ? 0 : size;
    }

    /// <summary>Finds and checks a field.</summary>
    /// <returns>The offset of the field, 0 if it is missing, -1 if it must not be used.</returns>
    public static int Field(ReadOnlySpan<byte> buffer, int table, int vtable, int vtableSize, int entry, int size, int alignment)
    {
        if (entry + 2 > vtableSize)
        {
            return 0;
        }

        int offset = GeneratedBytes.LoadUInt16(buffer, vtable + entry);
        if (offset == 0)
        {
            return 0;
        }

        int tableSize = GeneratedBytes.LoadUInt16(buffer, vtable + 2);
        int place = table + offset;
        return offset < 4 || offset + size > tableSize || (place & (alignment - 1)) != 0 ? -1 : place;
    }

    /// <summary>Checks that an offset refers forward to 4 aligned bytes: a table, a vector or a text.</summary>
    /// <returns>The position that it refers to, or 0 if it must not be used.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Target(ReadOnlySpan<byte> buffer, nint slot)
    {
        // Computes the byte before the target, so that an offset of 0 wraps around to a position outside the payload.
        ulong before = (ulong)slot + (GeneratedBytes.Load<uint>(ref GeneratedBytes.Place(buffer, slot)) - 1);
        return before + 5 > (uint)buffer.Length || (before & 3) != 3 ? 0 : (int)before + 1;
    }

    /// <summary>Checks that an offset refers forward to a position inside the payload.</summary>
    public static bool Offset(ReadOnlySpan<byte> buffer, int slot)
    {
        uint offset = GeneratedBytes.LoadUInt32(buffer, slot);
        return offset != 0 && (uint)slot + (ulong)offset < (uint)buffer.Length;
    }

    /// <summary>Checks a vector.</summary>
    /// <returns>The offset of the first element, or 0 if the vector must not be used.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Vector(ReadOnlySpan<byte> buffer, nint slot, int elementSize, int alignment, out int count)
    {
        int target = Target(buffer, slot);
        if (target != 0)
        {
            uint length = GeneratedBytes.LoadUInt32(buffer, target);
            int start = target + 4;
            if ((ulong)length * (uint)elementSize <= (uint)(buffer.Length - start)
                && (alignment <= 4 || (start & (alignment - 1)) == 0 || length == 0))
            {
                count = (int)length;
                return start;
            }
        }

        count = 0;
        return 0;
    }

    /// <summary>Checks a vector of values in place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsVector(ReadOnlySpan<byte> buffer, nint slot, int elementSize, int alignment) =>
        Vector(buffer, slot, elementSize, alignment, out _) != 0;

    /// <summary>Checks a text: its bytes and the zero after them must be inside the payload.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Text(ReadOnlySpan<byte> buffer, nint slot)
    {
        // The position after the length. An offset of 0 wraps around to a position outside the payload. The alignment and the last byte are tested
        // together, and the result is a constant on each path: if it is a condition, the JIT compiler stores it as a bool, and the caller tests that.
        ulong start = (ulong)slot + 5UL + (GeneratedBytes.Load<uint>(ref GeneratedBytes.Place(buffer, slot)) - 1);
        long left = (uint)buffer.Length - (long)start;
        if (left >= 0)
        {
            ref byte text = ref GeneratedBytes.Place(buffer, (nint)start);
            ulong length = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref text, -4));
            if (length < (ulong)left && (Unsafe.Add(ref text, (nint)length) | ((int)start & 3)) == 0)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Checks a text that must be at a known offset.</summary>
    /// <returns>Whether it is there, and may be used.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Text(ReadOnlySpan<byte> buffer, int slot, int expected)
    {
        if (GeneratedBytes.LoadUInt32(buffer, slot) == (uint)(expected - slot))
        {
            uint length = GeneratedBytes.LoadUInt32(buffer, expected);
            if (length < (uint)(buffer.Length - expected - 4) && GeneratedBytes.Place(buffer, (nint)length + (expected + 4)) == 0)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Checks a vector of texts that other tables may refer to as well.</summary>
    public static bool Texts(ReadOnlySpan<byte> buffer, nint slot, ref GeneratedVerifierBudget budget)
    {
        int start = Vector(buffer, slot, 4, 4, out int count);
        return start != 0 && budget.TakeElements(count) && AreTexts(buffer, start, count);
    }

    /// <summary>Checks a vector of texts of the root table, which is visited once.</summary>
    public static bool Texts(ReadOnlySpan<byte> buffer, nint slot)
    {
        int start = Vector(buffer, slot, 4, 4, out int count);
        return start != 0 && AreTexts(buffer, start, count);
    }

    /// <summary>Checks a struct that an offset refers to, as in a union.</summary>
    public static bool Struct(ReadOnlySpan<byte> buffer, int slot, int size, int alignment)
    {
        uint offset = GeneratedBytes.LoadUInt32(buffer, slot);
        ulong target = (uint)slot + (ulong)offset;
        return offset != 0 && target + (uint)size <= (uint)buffer.Length && (target & (ulong)(alignment - 1)) == 0;
    }

    private static bool AreTexts(ReadOnlySpan<byte> buffer, int start, int count)
    {
        for (int i = 0; i < count; i++)
        {
            if (!Text(buffer, start + (4 * i)))
            {
                return false;
            }
        }

        return true;
    }
}
