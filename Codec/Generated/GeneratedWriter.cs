using Codec.Payloads;

namespace Codec.Generated;

/// <summary>Writes strings and vectors after the tables that refer to them, for generated code.</summary>
/// <remarks>
/// Positions are offsets from the start of the payload, in bytes. <c>at</c> is the offset to write to, a multiple of 4. <c>end</c> is the end of the
/// memory. <c>slot</c> is the position of the offset field that refers to the object. Each method returns the position of the next object, or -1 if the
/// memory was too short. Stateless and thread-safe.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedWriter
{
    // The length, and the terminator with the three zero bytes that the fast path may write after it.
    private const int TextOverhead = 4 + 4;

    /// <summary>The number of bytes, from a short vector's first element on, that writing the vector may overwrite.</summary>
    public const int BlockSize = 16;

    /// <summary>Returns a payload's largest size as an int.</summary>
    /// <exception cref="InvalidOperationException">No memory is that large.</exception>
    public static int CheckSize(long size, string table)
    {
        if (size > int.MaxValue)
        {
            Throw.MaxSizeTooLarge(table, size);
        }

        return (int)size;
    }

    /// <summary>Checks that a payload is within the limit of its schema.</summary>
    /// <exception cref="InvalidOperationException">The payload is larger.</exception>
    public static bool CheckLimit(int size, int limit, string table)
    {
        if (size > limit)
        {
            Throw.PayloadTooLarge(table, size, limit);
        }

        return true;
    }

    /// <summary>Returns the largest number of bytes that <see cref="Text"/> writes.</summary>
    /// <returns>The size in bytes, including padding.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long MaxTextSize(string? text) => text is null ? 0 : TextOverhead + ((long)Utf8Text.MaxBytesPerChar * text.Length);

    /// <summary>Returns the largest size of a list in bytes; 0 for null.</summary>
    public static long MaxListSize<T>(FieldList<T>? list, int elementSize, int alignment) =>
        list is null ? 0 : MaxVectorSize(list.Count, elementSize, alignment);

    /// <summary>Returns the largest size of a list of strings in bytes; 0 for null.</summary>
    /// <exception cref="InvalidOperationException">A text is null.</exception>
    public static long MaxListSize(FieldList<string>? list, string field)
    {
        if (list is null)
        {
            return 0;
        }

        long size = MaxVectorSize(list.Count, 4, 4);
        foreach (string text in list.Items)
        {
            size += MaxTextSize(NotNull(text, field));
        }

        return size;
    }

    /// <summary>Returns an element of a list.</summary>
    /// <exception cref="InvalidOperationException">It is null.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T NotNull<T>(T? element, string field)
        where T : class
    {
        if (element is null)
        {
            Throw.NullElement(field);
        }

        return element;
    }

    /// <summary>Returns the value of a required field.</summary>
    /// <exception cref="InvalidOperationException">It is null.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Required<T>(T? value, string field)
        where T : class
    {
        if (value is null)
        {
            Throw.RequiredFieldMissing(field);
        }

        return value;
    }

    /// <summary>
    /// Returns the elements of a list. <see cref="IsAbsent"/> distinguishes those of an empty list from those of <see langword="null"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<T> Elements<T>(FieldList<T>? list) => list is null ? default : list.Items;

    /// <summary>Returns whether there was no list: the span then has no memory, unlike that of an empty list.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAbsent<T>(ReadOnlySpan<T> elements) => Unsafe.IsNullRef(ref MemoryMarshal.GetReference(elements));

    /// <summary>Returns elements that are not absent, even if there are none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<T> Present<T>(ReadOnlySpan<T> elements) => elements.IsEmpty ? new ReadOnlySpan<T>(Array.Empty<T>()) : elements;

    /// <summary>Returns the elements, or an absent span if there are none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<T> NotEmpty<T>(ReadOnlySpan<T> elements) => elements.IsEmpty ? default : elements;

    /// <summary>Casts an object without a check. The caller must know that the object has the type.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T As<T>(object message)
        where T : class => Unsafe.As<T>(message);

    /// <summary>Checks that a table is not nested too deep.</summary>
    /// <exception cref="InvalidOperationException">It is deeper than any verifier accepts.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckDepth(int depth, string table)
    {
        if (depth > GeneratedBudget.MaxDepth)
        {
            Throw.TablesTooDeep(table);
        }
    }

    /// <summary>Sets an entry of a vtable to 0 if its field is missing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Omit(ref byte origin, int entry, bool isMissing)
    {
        if (isMissing)
        {
            GeneratedBytes.StoreUInt16(ref origin, entry, 0);
        }
    }

    /// <summary>
    /// Reserves a table. Writes two offsets: from the parent to the table, and from the table to its vtable. The position 4 bytes after the table's start is
    /// aligned.
    /// </summary>
    /// <returns>The position of the table, or -1 if the memory was too short.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Link(ref byte origin, int at, int end, int slot, int vtable, int size, int alignment)
    {
        int table = alignment == 4 ? at : ((at + 4 + alignment - 1) & -alignment) - 4;
        if (end - table < size)
        {
            return -1;
        }

        if (alignment == 8)
        {
            GeneratedBytes.StoreUInt32(ref origin, at, 0);
        }
        else if (alignment > 8)
        {
            GeneratedBytes.Clear(ref origin, at, table - at);
        }

        GeneratedBytes.StoreInt32(ref origin, table, table - vtable);
        GeneratedBytes.StoreUInt32(ref origin, slot, (uint)(table - slot));
        return table;
    }

    /// <summary>Writes 0 as the offset to a missing object.</summary>
    /// <returns><paramref name="at"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int None(ref byte origin, int at, int slot)
    {
        GeneratedBytes.StoreUInt32(ref origin, slot, 0);
        return at;
    }

    /// <summary>Writes a field that is a text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Text(ref byte origin, int at, int end, int slot, string? text, bool fits)
    {
        if (!fits)
        {
            if (text is null)
            {
                return None(ref origin, at, slot);
            }

            if (at < 0)
            {
                return at;
            }

            if (TextOverhead + ((long)Utf8Text.MaxBytesPerChar * text.Length) > end - at)
            {
                return ExactText(ref origin, at, end, slot, text);
            }
        }

        int start = at + 4;
        int count = Utf8Text.GetBytes(text!, ref Unsafe.Add(ref origin, (nint)(uint)start), Utf8Text.MaxBytesPerChar * text!.Length);
        GeneratedBytes.StoreUInt32(ref origin, slot, (uint)(at - slot));
        GeneratedBytes.StoreUInt32(ref origin, at, (uint)count);
        GeneratedBytes.StoreUInt32(ref origin, start + count, 0);
        return (start + count + 4) & ~3;
    }

    /// <summary>Writes a field that is a vector of numbers. With <paramref name="fits"/>, the numbers are from a list, and there is room for them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Numbers<T>(ref byte origin, int at, int end, int slot, ReadOnlySpan<T> values, int alignment, bool fits)
        where T : unmanaged
    {
        if (fits)
        {
            return VectorThatFits(ref origin, at, slot, values, alignment);
        }

        return IsAbsent(values) ? None(ref origin, at, slot) : at < 0 ? at : Vector(ref origin, at, end, slot, values, alignment);
    }

    /// <summary>Writes a field that is a vector of structs.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Structs<T>(ref byte origin, int at, int end, int slot, ReadOnlySpan<T> values, int alignment)
        where T : unmanaged, IWireStruct
    {
        if (IsAbsent(values))
        {
            return None(ref origin, at, slot);
        }

        return at < 0 ? at : Vector(ref origin, at, end, slot, values, alignment);
    }

    /// <summary>Writes a field that is a vector of texts.</summary>
    /// <exception cref="InvalidOperationException">A text is null.</exception>
    public static int Texts(ref byte origin, int at, int end, int slot, ReadOnlySpan<string> texts, string field)
    {
        if (IsAbsent(texts) || at < 0)
        {
            return None(ref origin, at, slot);
        }

        at = VectorHead(ref origin, at, end, slot, texts.Length, 4, 4, out int elements);
        for (int i = 0; at >= 0 && i < texts.Length; i++)
        {
            at = Text(ref origin, at, end, elements + (4 * i), NotNull(texts[i], field), fits: false);
        }

        return at;
    }

    /// <summary>Writes a struct that an offset refers to, as in a union.</summary>
    public static int Struct<T>(ref byte origin, int at, int end, int slot, T value, int alignment)
        where T : unmanaged, IWireStruct
    {
        int place = StructPlace(ref origin, at, end, slot, Unsafe.SizeOf<T>(), alignment, out int next);
        if (place > 0)
        {
            GeneratedBytes.Store(ref origin, place, value);
        }

        return next;
    }

    /// <summary>Returns the largest number of bytes that <see cref="Vector{T}"/> writes.</summary>
    /// <returns>The size in bytes, including padding.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long MaxVectorSize(int count, int elementSize, int alignment) => 4 + 3 + (alignment - 4) + ((long)count * elementSize);

    /// <summary>Writes the offset and the length of a vector, and reserves space for its elements, whose alignment is raised to at least 4.</summary>
    /// <returns>The position of the next object, or -1.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int VectorHead(ref byte origin, int at, int end, int slot, int count, int elementSize, int alignment, out int elements)
    {
        long first = alignment <= 4 ? at + 4L : (at + 4L + alignment - 1) & -(long)alignment;
        long next = (first + ((long)count * elementSize) + 3) & ~3L;
        elements = (int)first;
        if (next > end)
        {
            return -1;
        }

        if (alignment > 4)
        {
            GeneratedBytes.Clear(ref origin, at, elements - at);
        }

        // The padding after the last element. Without elements, this is the position of the length, which is written after it.
        GeneratedBytes.StoreUInt32(ref origin, (int)next - 4, 0);
        GeneratedBytes.StoreUInt32(ref origin, slot, (uint)(elements - 4 - slot));
        GeneratedBytes.StoreInt32(ref origin, elements - 4, count);
        return (int)next;
    }

    /// <summary>Writes a vector of numbers or of structs.</summary>
    /// <typeparam name="T">A number, or a struct with the wire's layout.</typeparam>
    // Inlined: for each table of a vector, a call costs as much as the bytes that it writes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Vector<T>(ref byte origin, int at, int end, int slot, ReadOnlySpan<T> values, int alignment)
        where T : unmanaged
    {
        int next = VectorHead(ref origin, at, end, slot, values.Length, Unsafe.SizeOf<T>(), alignment, out int elements);
        if (next >= 0)
        {
            Copy(ref origin, elements, values);
        }

        return next;
    }

    /// <summary>
    /// Writes a vector of numbers from a list. The caller must have checked that <see cref="MaxVectorSize"/> and <see cref="BlockSize"/> bytes are left.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int VectorThatFits<T>(ref byte origin, int at, int slot, ReadOnlySpan<T> values, int alignment)
        where T : unmanaged
    {
        int elements = alignment <= 4 ? at + 4 : (at + 4 + alignment - 1) & -alignment;
        int next = (elements + (values.Length * Unsafe.SizeOf<T>()) + 3) & ~3;
        if (alignment > 4)
        {
            GeneratedBytes.Clear(ref origin, at, elements - at);
        }

        GeneratedBytes.StoreUInt32(ref origin, slot, (uint)(elements - 4 - slot));
        GeneratedBytes.StoreInt32(ref origin, elements - 4, values.Length);
        if (values.Length <= BlockSize / Unsafe.SizeOf<T>())
        {
            CopyBlock(
                ref Unsafe.Add(ref origin, (nint)(uint)elements),
                ref Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(values)),
                (nint)(uint)values.Length * Unsafe.SizeOf<T>());
        }
        else
        {
            // The padding after the last element.
            GeneratedBytes.StoreUInt32(ref origin, next - 4, 0);
            Copy(ref origin, elements, values);
        }

        return next;
    }

    // Reserves space for a struct that an offset refers to.
    private static int StructPlace(ref byte origin, int at, int end, int slot, int size, int alignment, out int next)
    {
        long place = (at + (long)alignment - 1) & -(long)alignment;
        long last = (place + size + 3) & ~3L;
        if (last > end)
        {
            next = -1;
            return -1;
        }

        next = (int)last;
        GeneratedBytes.Clear(ref origin, at, next - at);
        GeneratedBytes.StoreUInt32(ref origin, slot, (uint)(place - slot));
        return (int)place;
    }

    // Copies at most 16 bytes without a branch, because branches on the lengths in irregular data are mispredicted. Each half is read with the bytes before it:
    // the array's header has at least 8 bytes. The rest of the block becomes zero.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CopyBlock(ref byte destination, ref byte elements, nint size)
    {
        nint missing = BlockSize / 2 - size;
        nint isLong = missing >> ((8 * IntPtr.Size) - 1);
        nint beforeFront = missing & ~isLong;
        ulong front = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Subtract(ref elements, beforeFront));
        ulong back = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Subtract(ref elements, missing));

        // Removes the bytes before a half. Shifts twice by half of the bits, because a shift by 64 does nothing.
        int frontBits = 4 * (int)beforeFront;
        int backBits = 4 * (int)(8 + (missing & isLong));
        Unsafe.WriteUnaligned(ref destination, (front >> frontBits) >> frontBits);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, 8), (back >> backBits) >> backBits);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Copy<T>(ref byte origin, int at, ReadOnlySpan<T> values)
        where T : unmanaged => Unsafe.CopyBlockUnaligned(
        ref Unsafe.Add(ref origin, (nint)(uint)at),
        ref Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(values)),
        (uint)values.Length * (uint)Unsafe.SizeOf<T>());

    private static int ExactText(ref byte origin, int at, int end, int slot, string text)
    {
        int count = System.Text.Encoding.UTF8.GetByteCount(text);
        long needed = (4L + count + 4) & ~3L;
        if (needed > end - at)
        {
            return -1;
        }

        int next = at + (int)needed;
        GeneratedBytes.StoreUInt32(ref origin, next - 4, 0);
        GeneratedBytes.StoreUInt32(ref origin, slot, (uint)(at - slot));
        GeneratedBytes.StoreInt32(ref origin, at, count);
        if (count > 0)
        {
            Utf8Text.GetBytes(text, ref Unsafe.Add(ref origin, (nint)(uint)(at + 4)), count);
        }

        return next;
    }
}
