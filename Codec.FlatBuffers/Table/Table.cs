using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <summary>A table inside a buffer. Generated code of flatc wraps it and calls its methods. Every access is checked against the
/// bounds of the buffer. To check that the content is valid, use a <see cref="Verifier"/>.</summary>
public struct Table
{
    private readonly int _vtable;

    /// <summary>Creates a view of a table, and finds its vtable. The vtable is not read until a field is read.</summary>
    /// <param name="_i">The index of the table, in bytes.</param>
    /// <param name="_bb">The buffer. It is not copied.</param>
    /// <exception cref="ArgumentOutOfRangeException">The table is not inside the buffer.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Table(int _i, ByteBuffer _bb)
    {
        bb = _bb;
        bb_pos = _i;
        _vtable = _i - _bb.GetInt(_i);
    }

    /// <summary>The index of the table in <see cref="bb"/>, in bytes.</summary>
    public readonly int bb_pos;

    /// <summary>The buffer that contains the table.</summary>
    public readonly ByteBuffer bb;

    /// <summary>Gets the buffer that contains the table.</summary>
    public ByteBuffer ByteBuffer => bb;

    /// <summary>Looks up a field.</summary>
    /// <param name="vtableOffset">The offset of the field's entry in the vtable, in bytes.</param>
    /// <returns>The offset of the field in the table, in bytes; 0 if it is not set.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int __offset(int vtableOffset) => bb.FieldOf(_vtable, vtableOffset);

    /// <summary>Looks up a field in a table that is being built.</summary>
    /// <param name="vtableOffset">The offset of the field's entry in the vtable, in bytes.</param>
    /// <param name="offset">The table's offset, in bytes from the end of the buffer.</param>
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
    /// <param name="offset">The index of the offset to the value, in bytes.</param>
    /// <returns>A new string, or null if the offset is 0.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The string is not inside the buffer.</exception>
    public string __string(int offset)
    {
        ByteBuffer buffer = bb;
        int start = buffer.FollowToVector(offset, out int count);
        return start == offset + sizeof(int) ? null! : buffer.TextAt(start, count);
    }

    /// <summary>Reads a union's value.</summary>
    /// <typeparam name="T">The type that flatc generated for the value.</typeparam>
    /// <param name="offset">The index of the offset to the value, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T __union<T>(int offset)
        where T : struct, IFlatbufferObject
    {
        T value = default;
        value.__init(__indirect(offset), bb);
        return value;
    }

    /// <summary>Returns whether a buffer has a file identifier.</summary>
    /// <param name="bb">The buffer. Its position must be at the first byte of the message.</param>
    /// <param name="ident">Four characters of one byte each.</param>
    /// <returns>Whether the buffer has this identifier. False if it is too short for an identifier.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="ident"/> is null.</exception>
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
    /// <param name="offset">The offset of the field in the table, as <see cref="__offset(int)"/> returned it.</param>
    /// <returns>The index of the first element, in bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int __vector(int offset)
    {
        offset += bb_pos;
        return offset + bb.GetInt(offset) + sizeof(int);
    }

    /// <summary>Reads a vector's length.</summary>
    /// <param name="offset">The offset of the field in the table, as <see cref="__offset(int)"/> returned it.</param>
    /// <returns>The number of elements.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int __vector_len(int offset)
    {
        offset += bb_pos;
        return bb.GetInt(offset + bb.GetInt(offset));
    }

    /// <summary>Returns the bytes of a byte vector or of a string, without copying them. If the elements are larger than a byte, the result
    /// contains only the first part of the vector: as many bytes as the vector has elements.</summary>
    /// <param name="offset">The offset of the field's entry in the vtable, in bytes.</param>
    /// <returns>The part of the array that contains the bytes, or null if the field is not set.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The vector is not inside the buffer.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ArraySegment<byte>? __vector_as_arraysegment(int offset)
    {
        int field = __offset(offset);
        return field == 0 ? (ArraySegment<byte>?)null : bb.BytesOf(bb_pos + field);
    }

    /// <summary>Returns the elements of a vector without copying them, so that a write to the span changes the buffer. On a big-endian host,
    /// numbers of more than one byte are copied into a new array, in the host's byte order; a write to the span does not change the buffer.</summary>
    /// <typeparam name="T">The element type: a number, a bool, an enum, or a struct with the same layout in memory as in the buffer.</typeparam>
    /// <param name="offset">The offset of the field's entry in the vtable, in bytes.</param>
    /// <param name="elementSize">The size of one element in the buffer, in bytes.</param>
    /// <returns>The elements; empty if the field is not set.</returns>
    /// <exception cref="ArgumentException">The size of the type is not <paramref name="elementSize"/>.</exception>
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
            : MemoryMarshal.Cast<byte, T>(bb.ToSpan(__vector(field), SizeOfElements(field, elementSize)));
    }

    /// <summary>Copies the elements of a vector.</summary>
    /// <typeparam name="T">The type of the numbers.</typeparam>
    /// <param name="offset">The offset of the field's entry in the vtable, in bytes.</param>
    /// <returns>A new array, or null if the field is not set.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The vector is not inside the buffer.</exception>
    public T[] __vector_as_array<T>(int offset)
        where T : struct
    {
        int field = __offset(offset);
        return field == 0 ? null! : bb.ToArray<T>(__vector(field), SizeOfElements(field, ElementType<T>.Size));
    }

    // Strings as keys. They are ordered by their bytes, as in C++ and in flatc.

    /// <summary>Compares two strings of a buffer byte by byte.</summary>
    /// <param name="offset_1">The index of the offset to the first string, in bytes.</param>
    /// <param name="offset_2">The index of the offset to the second string, in bytes.</param>
    /// <param name="bb">The buffer.</param>
    /// <returns>A negative number if the first string is less than the second, 0 if they are equal, and a positive number otherwise.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A string is not inside the buffer.</exception>
    public static int CompareStrings(int offset_1, int offset_2, ByteBuffer bb) =>
        TextOf(offset_1, bb).SequenceCompareTo(TextOf(offset_2, bb));

    /// <summary>Compares a string of a buffer with another, byte by byte.</summary>
    /// <param name="offset_1">The index of the offset to the first string, in bytes.</param>
    /// <param name="key">The second string, as UTF-8.</param>
    /// <param name="bb">The buffer.</param>
    /// <returns>A negative number if the first string is less than the second, 0 if they are equal, and a positive number otherwise.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The string is not inside the buffer.</exception>
    public static int CompareStrings(int offset_1, byte[] key, ByteBuffer bb)
    {
        if (key is null)
        {
            Throw.ArgumentNull(nameof(key));
        }

        return CompareStrings(offset_1, new ReadOnlySpan<byte>(key), bb);
    }

    /// <summary>Compares a string of a buffer with another, byte by byte.</summary>
    /// <param name="offset_1">The index of the offset to the first string, in bytes.</param>
    /// <param name="key">The second string, as UTF-8.</param>
    /// <param name="bb">The buffer.</param>
    /// <returns>A negative number if the first string is less than the second, 0 if they are equal, and a positive number otherwise.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The string is not inside the buffer.</exception>
    public static int CompareStrings(int offset_1, ReadOnlySpan<byte> key, ByteBuffer bb) => TextOf(offset_1, bb).SequenceCompareTo(key);

    /// <summary>Returns the size of a vector's elements in bytes. Throws if no buffer can contain them.</summary>
    private int SizeOfElements(int field, int elementSize)
    {
        long size = (long)(uint)__vector_len(field) * elementSize;
        if (size > int.MaxValue)
        {
            Throw.OutsideBuffer(__vector(field), size, bb);
        }

        return (int)size;
    }

    private static ReadOnlySpan<byte> TextOf(int offset, ByteBuffer bb)
    {
        int start = offset + bb.GetInt(offset);
        return bb.ToReadOnlySpan(start + sizeof(int), bb.GetInt(start));
    }
}
