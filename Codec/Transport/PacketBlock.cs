namespace Codec.Transport;

/// <summary>Complete packets in one pooled array: packets that are sent in one write, or received packets that wait for a poll. Not thread-safe.</summary>
internal sealed class PacketBlock
{
    internal byte[] Bytes { get; private set; } = [];
    internal int Count { get; set; }
    internal long Packets { get; set; }
    internal ReadOnlyMemory<byte> Memory => new(Bytes, 0, Count);

    internal void Grow(int size)
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(size);
        Bytes.AsSpan(0, Count).CopyTo(larger);
        ReturnArray();
        Bytes = larger;
    }

    internal void ReturnArray()
    {
        if (Bytes.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(Bytes);
            Bytes = [];
        }
    }
}
