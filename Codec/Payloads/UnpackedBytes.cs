using Codec.Packets;

namespace Codec.Payloads;

/// <summary>The memory of an unpacked payload. Not thread-safe.</summary>
internal sealed class UnpackedBytes(ArrayPool<byte> pool)
{
    // In bytes: enough for most messages.
    private const int FirstSize = 1024;

    // The largest store after the last byte, which scalars never need. In bytes.
    private const int Slack = 8;

    private long _limit;

    /// <summary>Gets the bytes. After <see cref="Count"/>, they are zero. The array changes with <see cref="Reserve"/>.</summary>
    internal byte[] Bytes { get; private set; } = [];

    /// <summary>Gets the size of the payload in bytes.</summary>
    internal int Count { get; private set; }

    /// <summary>Begins a payload of at most a number of bytes.</summary>
    internal void Begin(long limit)
    {
        Array.Clear(Bytes, 0, Count);
        Count = 0;
        _limit = Math.Min(limit, PacketFormat.LongestArray - Slack);
    }

    /// <summary>Appends bytes, which are zero.</summary>
    /// <param name="size">How many.</param>
    /// <param name="alignment">The alignment of the byte after the first <paramref name="before"/> bytes.</param>
    /// <param name="before">The number of bytes in front of the aligned one.</param>
    /// <returns>The index of the first; -1 if the payload is larger than the limit.</returns>
    internal int Reserve(long size, int alignment, int before)
    {
        long start = ((Count + (long)before + alignment - 1) & -alignment) - before;
        long end = start + size;
        if (end > _limit)
        {
            return -1;
        }

        if (end > Bytes.Length - Slack)
        {
            Grow(end);
        }

        Count = (int)end;
        return (int)start;
    }

    /// <summary>Returns the memory to the pool.</summary>
    internal void Release()
    {
        byte[] old = Bytes;
        Bytes = [];
        Count = 0;
        if (old.Length > 0)
        {
            pool.Return(old);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(long size)
    {
        byte[] larger = pool.Rent((int)Math.Min(_limit, Math.Max(size, Math.Max(FirstSize, 2L * Bytes.Length))) + Slack);
        int count = Count;
        Buffer.BlockCopy(Bytes, 0, larger, 0, count);
        Array.Clear(larger, count, larger.Length - count);
        Release();
        Bytes = larger;
        Count = count;
    }
}
