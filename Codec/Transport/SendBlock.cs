using System;
using System.Buffers;

namespace Codec.Transport;

/// <summary>Whole packets that go out in one write. The connection's lock guards it, except while it is written.</summary>
internal sealed class SendBlock
{
    internal byte[] Bytes { get; private set; } = [];

    internal int Count { get; set; }

    internal long Packets { get; set; }

    /// <summary>The next one in whichever list this is in.</summary>
    internal SendBlock? Next { get; set; }

    internal ReadOnlyMemory<byte> Memory => new(Bytes, 0, Count);

    /// <summary>An array of at least this size, with what was in the old one.</summary>
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
