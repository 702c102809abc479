#if GOOGLE_FLATBUFFERS
using System;
using Google.FlatBuffers;

namespace Codec.Compat;

/// <summary>The features that Codec needs from a FlatBuffers runtime beyond the package's API, implemented with the package.</summary>
internal static class FlatBuffersRuntime
{
    /// <summary>
    /// Gets the finished payload and <paramref name="headroom"/> free bytes in front of it. Returns false if the builder is not finished or has fewer
    /// free bytes.
    /// </summary>
    internal static bool TryGetFinished(FlatBufferBuilder builder, int headroom, out ArraySegment<byte> segment)
    {
        ByteBuffer buffer = builder.DataBuffer;
        int start = buffer.Position - headroom;
        bool finished = start >= 0 && IsFinished(builder);
        segment = finished ? buffer.ToArraySegment(start, buffer.Length - start) : default;
        return finished;
    }

    /// <summary>Grows the buffer of a builder, unless <paramref name="count"/> bytes are free in front of the payload. The position of the buffer does
    /// not change.</summary>
    internal static void GrowFront(FlatBufferBuilder builder, int count)
    {
        // An alignment of 1 adds no padding: Prep only makes room.
        builder.Prep(1, count - 1);
    }

    /// <summary>The same limit is used for all payloads.</summary>
    internal const int LargestWithUsualLimit = int.MaxValue;

    /// <summary>Returns the options unchanged, because the package cannot limit the size of a copy into objects.</summary>
    [System.Diagnostics.CodeAnalysis.SuppressMessage("Style", "IDE0060", Justification = "Our own runtime's counterpart takes it.")]
    internal static Options LimitCopies(Options options, int payloadSize) => options;

    /// <summary>
    /// Creates a buffer that contains only <paramref name="payload"/>. The package reads only whole arrays, so the payload is copied.
    /// </summary>
    internal static ByteBuffer CreateBuffer(ArraySegment<byte> payload)
    {
        byte[] bytes = new byte[payload.Count];
        payload.AsSpan().CopyTo(bytes);
        return new ByteBuffer(bytes);
    }

    /// <summary>
    /// Returns whether the verifier accepts the buffer. The package's verifier throws an exception for some bytes. They are rejected, too.
    /// </summary>
    internal static bool Verify(ByteBuffer payload, string? fileIdentifier, VerifyTableAction verify, Options options)
    {
        try
        {
            return (fileIdentifier is null || Table.__has_identifier(payload, fileIdentifier))
                && new Verifier(payload, options).VerifyBuffer(fileIdentifier, false, verify);
        }
        catch (Exception e) when (e is ArgumentException or IndexOutOfRangeException or OverflowException or InvalidOperationException)
        {
            return false;
        }
    }

    /// <summary>Returns whether the builder's buffer contains a finished payload.</summary>
    /// <remarks>
    /// The package has no such property. Finish moves the buffer's position to the start of the payload. A completely full buffer has position 0
    /// whether it is finished or not. Therefore, its first bytes must also be a valid offset to a table.
    /// </remarks>
    private static bool IsFinished(FlatBufferBuilder builder)
    {
        ByteBuffer buffer = builder.DataBuffer;
        int size = builder.Offset;
        return size > 0 && buffer.Length - buffer.Position == size
            && (buffer.Position > 0 || LeadsToTable(buffer, 0, size) || LeadsToTable(buffer, FlatBufferConstants.SizePrefixLength, size));
    }

    /// <summary>
    /// Returns whether the offset at <paramref name="start"/> refers to a table, and the table to a vtable of even size, all inside the buffer.
    /// </summary>
    private static bool LeadsToTable(ByteBuffer buffer, int start, int size)
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
#endif
