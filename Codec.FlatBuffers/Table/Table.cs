using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <summary>A table inside a buffer. flatc's code for a table wraps it and calls its methods. Everything is checked against the
/// buffer's bounds; whether the content makes sense is a <see cref="Verifier"/>'s matter.</summary>
public struct Table
{
    private readonly int _vtable;

    /// <summary>Points at a table and finds its vtable, which is looked at once a field is.</summary>
    /// <param name="_i">Its index, in bytes.</param>
    /// <param name="_bb">The buffer; it is not copied.</param>
    /// <exception cref="ArgumentOutOfRangeException">The table is not inside the buffer.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Table(int _i, ByteBuffer _bb)
    {
        bb = _bb;
        bb_pos = _i;
        _vtable = _i - _bb.GetInt(_i);
    }

    /// <summary>The table's index in <see cref="bb"/>, in bytes.</summary>
    public readonly int bb_pos;

    /// <summary>The buffer that holds the table.</summary>
    public readonly ByteBuffer bb;

    /// <summary>The buffer that holds the table.</summary>
    public ByteBuffer ByteBuffer => bb;

    /// <summary>Looks up a field.</summary>
    /// <param name="vtableOffset">The offset of the field's entry in the vtable, in bytes.</param>
    /// <returns>The field's distance from the table, in bytes; 0 if it is not set.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int __offset(int vtableOffset) => bb.FieldOf(_vtable, vtableOffset);

    /// <summary>Looks a field up in a table that is being built.</summary>
    /// <param name="vtableOffset">The offset of the field's entry in the vtable, in bytes.</param>
    /// <param name="offset">The table's offset: bytes from the buffer's end.</param>
    /// <param name="bb">The buffer.</param>
    /// <returns>The field's index, in bytes.</returns>
    public static int __offset(int vtableOffset, int offset, ByteBuffer bb)
    {
        int table = bb.Length - offset;
        return table + bb.GetUshort(table - bb.GetInt(table) + vtableOffset);
    }

    /// <summary>Follows an offset.</summary>
    /// <param name="offset">The offset's index, in bytes.</param>
    /// <returns>The index that it refers to.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int __indirect(int offset) => offset + bb.GetInt(offset);

    /// <summary>Follows an offset.</summary>
    /// <param name="offset">The offset's index, in bytes.</param>
    /// <param name="bb">The buffer.</param>
    /// <returns>The index that it refers to.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int __indirect(int offset, ByteBuffer bb) => offset + bb.GetInt(offset);

    /// <summary>Reads a string.</summary>
    /// <param name="offset">The index of the offset to it, in bytes.</param>
    /// <returns>A new string, or null if the offset is 0.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The string is not inside the buffer.</exception>
    public string __string(int offset)
    {
        ByteBuffer buffer = bb;
        int start = buffer.FollowToVector(offset, out int count);
        return start == offset + sizeof(int) ? null! : buffer.TextAt(start, count);
    }

    /// <summary>Reads a union's value.</summary>
    /// <typeparam name="T">The type that flatc wrote for the value.</typeparam>
    /// <param name="offset">The index of the offset to it, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T __union<T>(int offset)
        where T : struct, IFlatbufferObject
    {
        T value = default;
        value.__init(__indirect(offset), bb);
        return value;
    }

    /// <summary>Whether a buffer has a file identifier.</summary>
    /// <param name="bb">The buffer, its position at its first byte.</param>
    /// <param name="ident">Four characters of one byte each.</param>
    /// <returns>Whether it has this identifier; false if it is too short for any.</returns>
    /// <exception cref="ArgumentException">The identifier is not four characters of one byte each.</exception>
    public static bool __has_identifier(ByteBuffer bb, string ident)
    {
        FileIdentifier.Check(nameof(ident), ident);
        int position = bb.Position;
        return position >= 0 && bb.Length - position >= sizeof(int) + FlatBufferConstants.FileIdentifierLength
            && bb.GetUint(position + sizeof(int)) == FileIdentifier.Pack(ident);
    }

    // Vectors, and the bytes of strings.

    /// <summary>Finds a vector's elements.</summary>
    /// <param name="offset">The field's distance from the table, as <see cref="__offset(int)"/> returned it.</param>
    /// <returns>The index of the first element, in bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int __vector(int offset)
    {
        offset += bb_pos;
        return offset + bb.GetInt(offset) + sizeof(int);
    }

    /// <summary>Reads a vector's length.</summary>
    /// <param name="offset">The field's distance from the table, as <see cref="__offset(int)"/> returned it.</param>
    /// <returns>Its elements.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int __vector_len(int offset)
    {
        offset += bb_pos;
        return bb.GetInt(offset + bb.GetInt(offset));
    }

    /// <summary>The bytes of a vector of bytes or of a string, not copied. For elements of more bytes it is, as flatc calls it, the first
    /// part of them: as many bytes as there are elements.</summary>
    /// <param name="offset">The offset of the field's entry in the vtable, in bytes.</param>
    /// <returns>The part of the array; null if the field is not set.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The vector is not inside the buffer.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ArraySegment<byte>? __vector_as_arraysegment(int offset)
    {
        int field = __offset(offset);
        return field == 0 ? (ArraySegment<byte>?)null : bb.BytesOf(bb_pos + field);
    }

    /// <summary>A vector's elements, not copied: what is written to them is written to the buffer. On a big-endian host numbers of more than
    /// one byte are copied into a new array, in the host's order, and what is written to them stays there.</summary>
    /// <typeparam name="T">An element's type: a number, a bool, an enum, or a struct whose bytes in memory are those in the buffer.</typeparam>
    /// <param name="offset">The offset of the field's entry in the vtable, in bytes.</param>
    /// <param name="elementSize">The bytes of one element in the buffer.</param>
    /// <returns>The elements; empty if the field is not set.</returns>
    /// <exception cref="ArgumentException">The type has another size.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The vector is not inside the buffer.</exception>
    /// <exception cref="PlatformNotSupportedException">The host is big-endian and the elements are structs of more than one byte.</exception>
    public Span<T> __vector_as_span<T>(int offset, int elementSize)
        where T : struct
    {
        if (elementSize != Unsafe.SizeOf<T>())
        {
            Throw.ElementSizeMismatch(elementSize, Unsafe.SizeOf<T>());
        }

        if (!HostOrder.IsLittleEndian && elementSize != 1)
        {
            if (!ElementType<T>.IsCopied)
            {
                Throw.SpanOnBigEndianHost(elementSize);
            }

            return __vector_as_array<T>(offset);
        }

        int field = __offset(offset);
        return field == 0
            ? default
            : MemoryMarshal.Cast<byte, T>(bb.ToSpan(__vector(field), checked(__vector_len(field) * elementSize)));
    }

    /// <summary>A vector's elements, copied.</summary>
    /// <typeparam name="T">A number's type.</typeparam>
    /// <param name="offset">The offset of the field's entry in the vtable, in bytes.</param>
    /// <returns>A new array; null if the field is not set.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The vector is not inside the buffer.</exception>
    public T[] __vector_as_array<T>(int offset)
        where T : struct
    {
        int field = __offset(offset);
        return field == 0 ? null! : bb.ToArray<T>(__vector(field), checked(__vector_len(field) * ElementType<T>.Size));
    }

    // Strings as keys, in the order of their bytes, which is C++'s and flatc's.

    /// <summary>Compares two strings of a buffer byte by byte.</summary>
    /// <param name="offset_1">The index of the offset to the first, in bytes.</param>
    /// <param name="offset_2">The index of the offset to the second, in bytes.</param>
    /// <param name="bb">The buffer.</param>
    /// <returns>Less than, equal to or greater than 0, as the first is to the second.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A string is not inside the buffer.</exception>
    public static int CompareStrings(int offset_1, int offset_2, ByteBuffer bb) =>
        TextOf(offset_1, bb).SequenceCompareTo(TextOf(offset_2, bb));

    /// <summary>Compares a string of a buffer with another, byte by byte.</summary>
    /// <param name="offset_1">The index of the offset to the first, in bytes.</param>
    /// <param name="key">The second, as UTF-8.</param>
    /// <param name="bb">The buffer.</param>
    /// <returns>Less than, equal to or greater than 0, as the first is to the second.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The string is not inside the buffer.</exception>
    public static int CompareStrings(int offset_1, byte[] key, ByteBuffer bb) =>
        TextOf(offset_1, bb).SequenceCompareTo(new ReadOnlySpan<byte>(key));

    /// <inheritdoc cref="CompareStrings(int, byte[], ByteBuffer)"/>
    public static int CompareStrings(int offset_1, ReadOnlySpan<byte> key, ByteBuffer bb) => TextOf(offset_1, bb).SequenceCompareTo(key);

    private static ReadOnlySpan<byte> TextOf(int offset, ByteBuffer bb)
    {
        int start = offset + bb.GetInt(offset);
        return bb.ToReadOnlySpan(start + sizeof(int), bb.GetInt(start));
    }
}
