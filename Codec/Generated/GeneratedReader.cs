using Codec.Payloads;

namespace Codec.Generated;

/// <summary>Follows the offsets of a payload that was not verified, for generated code.</summary>
/// <remarks>
/// For any bytes, a returned position is inside the buffer, or it is 0 for a value that is missing or outside the buffer. No field is at position 0,
/// because the offset of the root table is there. <c>buffer</c> is the payload, and <c>slot</c> is the position of an offset in it, or 0. Stateless and
/// thread-safe.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedReader
{
    /// <summary>The position that means that there is no vtable: every entry after it is outside the payload.</summary>
    public const int NoVTable = int.MaxValue;

    /// <summary>Finds the root table of a payload.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRoot<TLayout>(ReadOnlySpan<byte> payload, out TableReader<TLayout> table)
        where TLayout : struct, ITableLayout => TableReader<TLayout>.TryRoot(payload, out table);

    /// <summary>Copies a table into an object.</summary>
    /// <returns>Whether there is a table, no table of a vector or union is missing, and copying it is within the <see cref="GeneratedBudget"/>.</returns>
    public static bool TryRead<TLayout>(in TableReader<TLayout> table, object target, int tables, int depth)
        where TLayout : struct, IObjectReader<TLayout>
    {
        if (target is null)
        {
            Throw.ArgumentNull(nameof(target));
        }

        GeneratedBudget budget = new(table.PayloadSize, tables);
        return default(TLayout).Read(table, target, ref budget, depth) is not null && budget.IsValid;
    }

    /// <summary>Copies a table into an object.</summary>
    /// <returns><paramref name="target"/>.</returns>
    /// <exception cref="InvalidOperationException">
    /// There is no table, a table of a vector or union is missing, or copying it exceeds the <see cref="GeneratedBudget"/>.
    /// </exception>
    public static T Read<T, TLayout>(in TableReader<TLayout> table, T target, int tables, int depth, string name)
        where T : class
        where TLayout : struct, IObjectReader<TLayout>
    {
        if (!TryRead(table, target, tables, depth))
        {
            Throw.NotReadable(name);
        }

        return target;
    }

    /// <summary>Finds a table's vtable.</summary>
    /// <returns>The offset of the vtable; <see cref="NoVTable"/> if it is not inside the payload.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int VTable(ReadOnlySpan<byte> buffer, int table)
    {
        ref byte origin = ref MemoryMarshal.GetReference(buffer);
        long place = (long)table - GeneratedBytes.LoadInt32(ref origin, table);
        if ((ulong)place <= (ulong)((long)buffer.Length - 4))
        {
            int size = GeneratedBytes.LoadUInt16(ref origin, (int)place);
            if (size >= 4 && place + size <= buffer.Length)
            {
                return (int)place;
            }
        }

        return NoVTable;
    }

    /// <summary>Finds the vtable of a root table that does not have the generated writer's layout.</summary>
    /// <returns>The offset of the vtable; <see cref="NoVTable"/> if it or the table is not inside the payload.</returns>
    // Inlined, as Field is.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int RootVTable(ReadOnlySpan<byte> buffer, out int table)
    {
        table = 0;
        if (buffer.Length >= 8)
        {
            table = GeneratedBytes.LoadInt32(buffer, 0);
            if ((uint)table <= (uint)buffer.Length - 4)
            {
                return VTable(buffer, table);
            }
        }

        return NoVTable;
    }

    /// <summary>Finds the vtable of a table that does not have the generated writer's layout, or is not inside the payload.</summary>
    /// <returns>The offset of the vtable; <see cref="NoVTable"/> if it or the table is not inside the payload.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FindVTable(ReadOnlySpan<byte> buffer, ulong table) =>
        table + 4 > (uint)buffer.Length ? NoVTable : VTable(buffer, (int)table);

    /// <summary>Finds a field by the vtable, which may be <see cref="NoVTable"/>.</summary>
    /// <returns>The offset of the field, or 0.</returns>
    // Inlined although it is long: a call, even one that is never made, makes the caller keep values in memory instead of registers.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Field(ReadOnlySpan<byte> buffer, int table, int vtable, int entry, int size)
    {
        ref byte origin = ref MemoryMarshal.GetReference(buffer);
        if ((uint)vtable + (uint)entry + 1 < (uint)buffer.Length && GeneratedBytes.LoadUInt16(ref origin, vtable) > entry + 1)
        {
            int offset = GeneratedBytes.LoadUInt16(ref origin, vtable + entry);
            if (offset != 0 && (uint)table + (uint)(offset + size) <= (uint)buffer.Length)
            {
                return table + offset;
            }
        }

        return 0;
    }

    /// <summary>Follows an offset to a struct, as in a union.</summary>
    /// <returns>The offset of the struct, or 0.</returns>
    public static int Struct(ReadOnlySpan<byte> buffer, int slot, int size)
    {
        if (slot == 0)
        {
            return 0;
        }

        ulong target = (uint)slot + (ulong)GeneratedBytes.LoadUInt32(buffer, slot);
        return target + (uint)size > (uint)buffer.Length ? 0 : (int)target;
    }

    /// <summary>Follows an offset to a vector.</summary>
    /// <returns>The offset of the first element, or 0 if there is no vector inside the buffer.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Vector(ReadOnlySpan<byte> buffer, int slot, int elementSize, out int count)
    {
        if (slot != 0)
        {
            ulong start = (uint)slot + (ulong)GeneratedBytes.LoadUInt32(buffer, slot) + 4;
            if (start <= (uint)buffer.Length)
            {
                uint length = GeneratedBytes.LoadUInt32(buffer, (int)start - 4);
                if ((ulong)length * (uint)elementSize <= (uint)buffer.Length - start)
                {
                    count = (int)length;
                    return (int)start;
                }
            }
        }

        count = 0;
        return 0;
    }

    /// <summary>Follows an offset to a vector of bytes or a text.</summary>
    /// <returns>The bytes, a text's without its terminator; empty if there are none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<byte> Bytes(ReadOnlySpan<byte> buffer, int slot) => slot == 0 ? default : BytesAt(buffer, slot);

    /// <summary>Follows an offset to a text that has a default.</summary>
    /// <returns>The bytes without their terminator; the default if there are none inside the buffer.</returns>
    public static ReadOnlySpan<byte> Bytes(ReadOnlySpan<byte> buffer, int slot, ReadOnlySpan<byte> fallback)
    {
        int start = Vector(buffer, slot, 1, out int count);
        return start == 0 ? fallback : SpanPart.Of(buffer, start, count);
    }

    /// <summary>Follows an offset, whose 4 bytes must be inside the payload, to a vector of bytes or a text.</summary>
    /// <returns>The bytes, a text's without its terminator; empty if they are not all inside the payload.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<byte> BytesAt(ReadOnlySpan<byte> buffer, nint slot) => Numbers<byte>(buffer, slot);

    /// <summary>Returns a vector of bytes or a text at a known offset. The 4 bytes of its length must be inside the payload.</summary>
    /// <returns>The bytes, a text's without its terminator; empty if they are not all inside the payload.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<byte> TextAt(ReadOnlySpan<byte> buffer, int place)
    {
        int count = GeneratedBytes.LoadInt32(buffer, place);
        return (uint)count <= (uint)(buffer.Length - place - 4) ? SpanPart.Of(buffer, place + 4, count) : default;
    }

    /// <summary>Follows an offset to a text.</summary>
    /// <returns>The text, with U+FFFD for bytes that are not UTF-8; <see langword="null"/> if there is none.</returns>
    public static string? Text(ReadOnlySpan<byte> buffer, nint slot)
    {
        int start = Vector(buffer, (int)slot, 1, out int count);
        return start == 0 ? null : Utf8Text.GetString(SpanPart.Of(buffer, start, count));
    }

    /// <summary>Follows an offset, whose 4 bytes must be inside the payload, to a vector of numbers or of structs.</summary>
    /// <typeparam name="T">A number type of 1, 2, 4 or 8 bytes, or a struct with the layout of the wire.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<T> Numbers<T>(ReadOnlySpan<byte> buffer, nint slot)
        where T : unmanaged
    {
        // Does what Vector does, with one result, so that the caller's code does not test for an empty vector again. The number of bytes after the
        // length is computed once, as a 64-bit number, so that both tests only compare. The slot and the constant are added first, so that they
        // are one number if the slot is a constant.
        long offset = Unsafe.ReadUnaligned<uint>(ref GeneratedBytes.Place(buffer, slot));
        long left = (uint)buffer.Length - ((long)slot + 4) - offset;
        if (left >= 0)
        {
            ulong length = Unsafe.ReadUnaligned<uint>(ref GeneratedBytes.Place(buffer, (nint)offset + slot));
            if (length * (uint)Unsafe.SizeOf<T>() <= (ulong)left)
            {
                return SpanPart.Of<T>(buffer, (nint)offset + (slot + 4), (int)length);
            }
        }

        return default;
    }

    /// <summary>Returns a text as a string: <paramref name="value"/> itself, if it is the same ASCII text.</summary>
    internal static string? ReadText(ReadOnlySpan<byte> buffer, int slot, string? value, string? missing, ref GeneratedBudget budget)
    {
        int start = Vector(buffer, slot, 1, out int count);
        if (start == 0)
        {
            return missing;
        }

        return budget.TakeText(count) ? ReadText(SpanPart.Of(buffer, start, count), value) : null;
    }

    /// <summary>
    /// Copies the vector of numbers or structs that an offset refers to into a list, whose memory is reused. The position 0 is that of an empty vector.
    /// </summary>
    internal static FieldList<T> ReadVector<T>(ReadOnlySpan<byte> buffer, int slot, FieldList<T>? list, ref GeneratedBudget budget)
        where T : unmanaged
    {
        ReadOnlySpan<T> values = slot == 0 ? default : Numbers<T>(buffer, slot);
        if (!budget.TakeVector<T>(values.Length))
        {
            return list ?? [];
        }

        if (list is null)
        {
            return new FieldList<T>(values);
        }

        values.CopyTo(list.Reuse(values.Length));
        return list;
    }

    /// <summary>Copies a vector of bools, as <see cref="ReadVector"/> does; every byte other than 0 is true.</summary>
    internal static FieldList<bool> ReadBooleans(ReadOnlySpan<byte> buffer, int slot, FieldList<bool>? list, ref GeneratedBudget budget)
    {
        ReadOnlySpan<byte> values = Bytes(buffer, slot);
        if (!budget.TakeVector<bool>(values.Length))
        {
            return list ?? [];
        }

        list ??= new FieldList<bool>(values.Length);
        CopyBooleans(ref MemoryMarshal.GetReference(values), MemoryMarshal.AsBytes(list.Reuse(values.Length)));
        return list;
    }

    /// <summary>Copies a vector of texts, as <see cref="ReadVector"/> does.</summary>
    internal static FieldList<string> ReadTexts(ReadOnlySpan<byte> buffer, int slot, FieldList<string>? list, ref GeneratedBudget budget)
    {
        TextVector values = TextVector.At(buffer, slot);
        list ??= new FieldList<string>();
        Span<string> target = budget.Resize(list, values.Count);
        for (int i = 0; i < target.Length; i++)
        {
            ReadOnlySpan<byte> utf8 = values[i];
            if (!budget.TakeText(utf8.Length))
            {
                break;
            }

            target[i] = ReadText(utf8, target[i]);
        }

        return list;
    }

    /// <summary>Copies a vector of tables, as <see cref="ReadVector"/> does.</summary>
    internal static FieldList<T> ReadTables<T, TLayout>(
        ReadOnlySpan<byte> buffer, int slot, FieldList<T>? list, ref GeneratedBudget budget, int depth)
        where T : class
        where TLayout : struct, IObjectReader<TLayout>
    {
        TableVector<TLayout> tables = new(buffer, slot);
        if (!budget.TakeVector<T>(tables.Count))
        {
            return list ?? [];
        }

        list ??= new FieldList<T>(tables.Count);
        Span<T> items = list.Reuse(tables.Count);
        int index = 0;
        foreach (TableReader<TLayout> table in tables)
        {
            object? item = default(TLayout).Read(table, items[index], ref budget, depth);
            if (item is null)
            {
                budget.Refuse();
            }
            else if (item != items[index])
            {
                // Storing a reference costs more than comparing it.
                items[index] = Unsafe.As<T>(item);
            }

            if (!budget.IsValid)
            {
                break;
            }

            index++;
        }

        return list;
    }

    // Copies eight bytes at a time, of which nearly all are 0 or 1.
    private static void CopyBooleans(ref byte source, Span<byte> target)
    {
        const ulong NotBoolean = 0xFEFE_FEFE_FEFE_FEFE;
        ref byte destination = ref MemoryMarshal.GetReference(target);
        ulong all = 0;
        int at = 0;
        for (; at <= target.Length - 8; at += 8)
        {
            ulong eight = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, (nint)at));
            all |= eight;
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, (nint)at), eight);
        }

        for (; at < target.Length; at++)
        {
            byte one = Unsafe.Add(ref source, (nint)at);
            all |= one;
            Unsafe.Add(ref destination, (nint)at) = one;
        }

        for (at = 0; (all & NotBoolean) != 0 && at < target.Length; at++)
        {
            target[at] = target[at] == 0 ? (byte)0 : (byte)1;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static string ReadText(ReadOnlySpan<byte> utf8, string? value) =>
        value is not null && IsAscii(value, utf8) ? value : Utf8Text.GetString(utf8);

    private static bool IsAscii(string value, ReadOnlySpan<byte> utf8)
    {
        if (value.Length != utf8.Length)
        {
            return false;
        }

        for (int i = 0; i < utf8.Length; i++)
        {
            if (value[i] != utf8[i] || utf8[i] >= 0x80)
            {
                return false;
            }
        }

        return true;
    }
}
