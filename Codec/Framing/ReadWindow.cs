namespace Codec.Framing;

/// <summary>The received bytes that are in one array and were not read. Store it in a field that is not read-only.</summary>
internal struct ReadWindow(byte[] bytes, int start, int end)
{
    /// <summary>The array, or <see langword="null"/> if there are no bytes.</summary>
    internal byte[]? Bytes = bytes;

    /// <summary>The index of the first byte that was not read.</summary>
    internal int Start = start;

    /// <summary>The index after the last byte.</summary>
    internal int End = end;

    /// <summary>Gets the number of bytes.</summary>
    internal readonly int Count => End - Start;

    /// <summary>Gets the bytes.</summary>
    internal readonly ReadOnlySpan<byte> Span => new(Bytes, Start, End - Start);
}
