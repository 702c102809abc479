namespace Codec.Bench.Headers;

/// <summary>The loops of all header benchmarks: the same headers and positions, with the writer as a type argument.</summary>
internal static class HeaderLoop
{
    /// <summary>
    /// The number of headers per invocation: enough that the call itself is negligible, and few enough to stay in the first-level cache.
    /// </summary>
    internal const int Count = 256;

    /// <summary>The distance between two headers in bytes, for a 49-byte payload. The positions are as unaligned as in a stream.</summary>
    internal const int Stride = PacketHeader.ByteCount + 49;

    internal static byte[] Destination() => new byte[Count * Stride];

    internal static PacketHeader[] Headers()
    {
        var headers = new PacketHeader[Count];
        for (int i = 0; i < Count; i++)
        {
            headers[i] = new PacketHeader(id: (ushort)(65534 - i), size: (ushort)(48 + i));
        }

        return headers;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void ToSpans<TWriter>(byte[] destination, PacketHeader[] headers)
        where TWriter : struct, IPacketHeaderWriter
    {
        TWriter writer = default;
        int offset = 0;
        foreach (PacketHeader header in headers)
        {
            writer.Write(destination.AsSpan(offset), header);
            offset += Stride;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void ToArray<TWriter>(byte[] destination, PacketHeader[] headers)
        where TWriter : struct, IPacketHeaderWriter
    {
        TWriter writer = default;
        int offset = 0;
        foreach (PacketHeader header in headers)
        {
            writer.Write(destination, offset, header);
            offset += Stride;
        }
    }

    /// <summary>The limit of the span form: the same loop with only the store.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void RawToSpans(byte[] destination, PacketHeader[] headers)
    {
        int offset = 0;
        foreach (PacketHeader header in headers)
        {
            Unsafe.WriteUnaligned(ref MemoryMarshal.GetReference(destination.AsSpan(offset)), header.Size | ((uint)header.Id << 16));
            offset += Stride;
        }
    }

    /// <summary>The limit of the array form: the same loop with only the store.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void RawToArray(byte[] destination, PacketHeader[] headers)
    {
        int offset = 0;
        foreach (PacketHeader header in headers)
        {
            Unsafe.WriteUnaligned(ref RawDestination.At(destination, offset), header.Size | ((uint)header.Id << 16));
            offset += Stride;
        }
    }
}
