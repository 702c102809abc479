namespace Codec.Framing;

/// <summary>The received bytes that are in one array and were not read. Store it in a field that is not read-only.</summary>
internal struct ReadWindow(byte[] bytes, int start, int end)
{
    internal byte[]? Bytes = bytes;

    internal int Start = start;

    internal int End = end;

    internal readonly int Count => End - Start;
    internal readonly ReadOnlySpan<byte> Span => new(Bytes, Start, End - Start);
}
