namespace Codec.FlatBuffers;

/// <summary>Gets the finished payload of a builder, and makes room in front of it.</summary>
internal static class FinishedBuilder
{
    /// <summary>Gets the size of the payload, which is at the end of the builder's memory, in bytes.</summary>
    /// <exception cref="InvalidOperationException">The builder is not finished.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int PayloadSize(FlatBufferBuilder builder)
    {
        ByteBuffer buffer = builder.DataBuffer;
        int position = buffer.Position;
        int size = builder.Offset;

        // The package has no such property. Finish moves the buffer's position to the start of the payload.
        if (position == 0 || size == 0 || buffer.Length - position != size)
        {
            CheckFull(builder);
        }

        return size;
    }

    /// <summary>Gets the payload with free bytes in front of it. The builder's memory grows if it has too few.</summary>
    internal static ArraySegment<byte> Reserve(FlatBufferBuilder builder, int payloadSize, int headroom)
    {
        ByteBuffer buffer = builder.DataBuffer;
        if (buffer.Position < headroom)
        {
            // An alignment of 1 adds no padding: Prep only makes room. It does not move the buffer's position.
            builder.Prep(1, headroom - 1);
            buffer.Position = buffer.Length - payloadSize;
        }

        return buffer.ToArraySegment(buffer.Position - headroom, headroom + payloadSize);
    }

    // A buffer without a free byte has the position 0 whether it is finished or not. Then its first bytes must also refer to a table.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CheckFull(FlatBufferBuilder builder)
    {
        ByteBuffer buffer = builder.DataBuffer;
        int size = builder.Offset;
        if (size == 0 || buffer.Length - buffer.Position != size
            || !(RefersToTable(buffer, 0, size) || RefersToTable(buffer, FlatBufferConstants.SizePrefixLength, size)))
        {
            Throw.BuilderNotFinished(size);
        }
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
