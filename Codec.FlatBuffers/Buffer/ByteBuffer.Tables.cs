using System;
using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>What tables read: vtables, and vectors of bytes.</content>
public partial class ByteBuffer
{
    /// <summary>Looks a field up in a vtable.</summary>
    /// <param name="vtable">The vtable's index in bytes, as the table declares it; not validated.</param>
    /// <param name="entry">The offset of the field's entry in the vtable, in bytes.</param>
    /// <returns>The field's distance from the table; 0 if the vtable has no such entry, or the entry is not set.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The vtable is not completely inside the buffer.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int FieldOf(int vtable, int entry)
    {
        // Checked as a whole, not entry by entry: between two fields of a table the JIT sees the same checks, and drops the second's.
        int size = LittleEndian.Read16(ref At2(vtable));
        if ((uint)(vtable + size) > (uint)_length)
        {
            Throw.OutsideBuffer(vtable, size, this);
        }

        // Unsigned, as the sum can be more than an int holds.
        return (uint)entry + sizeof(ushort) <= (uint)size && entry >= 0
            ? LittleEndian.Read16(ref Unsafe.AddByteOffset(ref ArrayReference.At(ref _array, vtable), (nint)entry))
            : 0;
    }

    /// <summary>A vector's bytes: elements of one byte each.</summary>
    /// <param name="offset">The index of the offset to the vector.</param>
    /// <returns>The part of the array.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The vector is not inside the buffer.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ArraySegment<byte> BytesOf(int offset)
    {
        int start = FollowToVector(offset, out int count);
        return ArrayReference.Segment(_array, start, count);
    }

    /// <summary>Finds a vector of bytes: the index of its first, and how many there are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int FollowToVector(int offset, out int count)
    {
        int vector = offset + (int)LittleEndian.Read32(ref At4(offset));
        count = (int)LittleEndian.Read32(ref At4(vector));

        // The four bytes of the count are inside, so the bytes after them start at the end or before it. This is one more than their number.
        if ((uint)count >= (uint)(_starts4 - vector))
        {
            Throw.OutsideBuffer(vector + sizeof(int), (uint)count, this);
        }

        return vector + sizeof(int);
    }
}
