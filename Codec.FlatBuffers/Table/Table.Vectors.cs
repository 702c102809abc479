using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>Vectors, and the bytes of strings.</content>
public partial struct Table
{
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
    /// <param name="offset">The field's place in the vtable, in bytes.</param>
    /// <returns>The part of the array; null where the field is not set.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The vector is not inside of the buffer.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ArraySegment<byte>? __vector_as_arraysegment(int offset)
    {
        int field = __offset(offset);
        return field == 0 ? (ArraySegment<byte>?)null : bb.BytesOf(bb_pos + field);
    }

    /// <summary>A vector's elements, not copied: what is written to them is written to the buffer. On a big-endian host numbers of more than
    /// one byte are copied into a new array, in the host's order, and what is written to them stays there.</summary>
    /// <typeparam name="T">An element's type: a number, a bool, an enum, or a struct whose bytes in memory are those in the buffer.</typeparam>
    /// <param name="offset">The field's place in the vtable, in bytes.</param>
    /// <param name="elementSize">The bytes of one element in the buffer.</param>
    /// <returns>The elements; none where the field is not set.</returns>
    /// <exception cref="ArgumentException">The type has another size.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The vector is not inside of the buffer.</exception>
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
    /// <param name="offset">The field's place in the vtable, in bytes.</param>
    /// <returns>A new array; null where the field is not set.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The vector is not inside of the buffer.</exception>
    public T[] __vector_as_array<T>(int offset)
        where T : struct
    {
        int field = __offset(offset);
        return field == 0 ? null! : bb.ToArray<T>(__vector(field), checked(__vector_len(field) * ElementType<T>.Size));
    }
}
