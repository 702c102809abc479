using System.Collections.Concurrent;

namespace Codec.Framing;

/// <summary>The reusable state of a lease: a pooled array, and a version that changes each time the array is returned.</summary>
internal sealed class PacketLeaseBlock
{
    // The number of returned blocks that are kept. A block and its slot in the queue take 64 bytes without the array, in total at most 64 KB.
    private const int MaxKept = 1024;

    private static readonly ConcurrentQueue<PacketLeaseBlock> Kept = new();
    private static int _keptCount;
    private long _version;

    internal byte[] Array { get; private set; } = [];
    internal int Length { get; private set; }
    internal uint Id { get; set; }
    internal int HeaderSize { get; set; }
    internal long Version => Volatile.Read(ref _version);

    internal static PacketLeaseBlock Rent(int length)
    {
        if (Kept.TryDequeue(out PacketLeaseBlock? block))
        {
            Interlocked.Decrement(ref _keptCount);
        }
        else
        {
            block = new PacketLeaseBlock();
        }

        block.Array = ArrayPool<byte>.Shared.Rent(length);
        block.Length = length;
        return block;
    }

    internal void TryReturn(long version)
    {
        if (Interlocked.CompareExchange(ref _version, version + 1, version) != version)
        {
            return;
        }

        byte[] array = Array;
        Array = [];
        ArrayPool<byte>.Shared.Return(array);
        if (Interlocked.Increment(ref _keptCount) <= MaxKept)
        {
            Kept.Enqueue(this);
        }
        else
        {
            Interlocked.Decrement(ref _keptCount);
        }
    }
}
