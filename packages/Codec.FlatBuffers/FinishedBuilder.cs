using System;
using System.Runtime.CompilerServices;
using Google.FlatBuffers;

namespace Codec.FlatBuffers;

/// <summary>Gets the finished payload of a builder, and makes room in front of it.</summary>
internal static class FinishedBuilder
{
    /// <summary>Gets the payload.</summary>
    /// <returns><see langword="false"/> if the builder is not finished.</returns>
    internal static bool TryGet(FlatBufferBuilder builder, out ArraySegment<byte> payload)
    {
        ByteBuffer buffer = builder.DataBuffer;
        bool isFinished = IsFinished(builder);
        payload = isFinished ? buffer.ToArraySegment(buffer.Position, builder.Offset) : default;
        return isFinished;
    }

    /// <summary>Grows the builder's memory, and gets the payload with free bytes in front of it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static ArraySegment<byte> Grow(FlatBufferBuilder builder, int headroom)
    {
        // An alignment of 1 adds no padding: Prep only makes room. It does not move the buffer's position.
        ByteBuffer buffer = builder.DataBuffer;
        builder.Prep(1, headroom - 1);
        buffer.Position = buffer.Length - builder.Offset;
        return buffer.ToArraySegment(buffer.Position - headroom, headroom + builder.Offset);
    }

    // The package has no such property. Finish moves the buffer's position to the start of the payload. A buffer without a free byte has the position 0 whether it
    // is finished or not. Then its first bytes must also refer to a table.
    private static bool IsFinished(FlatBufferBuilder builder)
    {
        ByteBuffer buffer = builder.DataBuffer;
        int size = builder.Offset;
        return size > 0 && buffer.Length - buffer.Position == size
            && (buffer.Position > 0 || RefersToTable(buffer, 0, size) || RefersToTable(buffer, FlatBufferConstants.SizePrefixLength, size));
    }

    // Returns whether the offset at `start` refers to a table, and the table to a vtable of even size, all inside the buffer.
    private static bool RefersToTable(ByteBuffer buffer, int start, int size)
    {
        if (size - start < 3 * sizeof(int))
        {
            return false;
        }

        long table = start + (long)buffer.GetUint(start);
        if (table > size - sizeof(int) || table % sizeof(int) != 0)
        {
            return false;
        }

        long vtable = table - buffer.GetInt((int)table);
        if (vtable < start + sizeof(int) || vtable > size - (2 * sizeof(ushort)) || vtable % sizeof(ushort) != 0)
        {
            return false;
        }

        int vtableSize = buffer.GetUshort((int)vtable);
        int tableSize = buffer.GetUshort((int)vtable + sizeof(ushort));
        return vtableSize >= 2 * sizeof(ushort) && vtableSize % sizeof(ushort) == 0 && vtable + vtableSize <= size
            && tableSize >= sizeof(int) && table + tableSize <= size;
    }
}
