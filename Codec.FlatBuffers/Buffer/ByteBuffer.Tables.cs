using System;
using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>Reads vtables and byte vectors for tables.</content>
public partial class ByteBuffer
{
    /// <summary>Looks up a field in a vtable.</summary>
    /// <param name="vtable">The index of the vtable, as the table declares it. It has not been validated.</param>
    /// <param name="entry">The offset of the field's entry in the vtable, in bytes.</param>
    /// <returns>The offset of the field in the table, in bytes; 0 if the vtable has no such entry, or the entry is not set.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The vtable is not completely inside the buffer.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int FieldOf(int vtable, int entry)
    {
        // Validates the whole vtable, not only the entry: for a second field of the same table, the JIT then removes the repeated checks.
        int size = LittleEndian.Read16(ref At2(vtable));
        if ((uint)(vtable + size) > (uint)_length)
        {
            Throw.OutsideBuffer(vtable, size, this);
        }

        // Unsigned, because the sum can exceed int.MaxValue.
        return (uint)entry + sizeof(ushort) <= (uint)size && entry >= 0
            ? LittleEndian.Read16(ref Unsafe.AddByteOffset(ref ArrayReference.At(ref _array, vtable), (nint)entry))
            : 0;
    }

    /// <summary>Returns the content of a vector of bytes.</summary>
    /// <param name="offset">The index of the offset to the vector.</param>
    /// <returns>The part of the array that contains the elements. It is not copied.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The vector is not inside the buffer.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ArraySegment<byte> BytesOf(int offset)
    {
        int start = FollowToVector(offset, out int count);
        return ArrayReference.Segment(_array, start, count);
    }

    /// <summary>Finds the index of the first element and the number of elements of a vector of bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int FollowToVector(int offset, out int count)
    {
        int vector = offset + (int)LittleEndian.Read32(ref At4(offset));
        count = (int)LittleEndian.Read32(ref At4(vector));

        // The four bytes of the count are inside the buffer, so the elements start at or before the end.
        // The difference is the number of bytes after the count, plus one.
        if ((uint)count >= (uint)(_starts4 - vector))
        {
            Throw.OutsideBuffer(vector + sizeof(int), (uint)count, this);
        }

        return vector + sizeof(int);
    }
}
