using System;
using System.Buffers;

namespace Codec.Internals;

/// <summary>Memory for one packet at a time, from the garbage-collected heap. It grows with the packets. <see cref="Trim"/> releases it.</summary>
internal sealed class PacketBuffer : IBufferWriter<byte>
{
    // Array.MaxLength of the runtimes.
    private const int LongestArray = 0x7FFFFFC7;

    private byte[] _bytes = [];
    private int _count;

    /// <summary>Gets the packet that was written last.</summary>
    internal ArraySegment<byte> Written => new(_bytes, 0, _count);

    public void Advance(int count) => _count = count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes;
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes;
    }

    /// <summary>Discards the packet, and releases the memory if it is longer than <paramref name="longest"/> bytes.</summary>
    internal void Trim(int longest)
    {
        _count = 0;
        if (_bytes.Length > longest)
        {
            _bytes = [];
        }
    }

    private void Reserve(int sizeHint)
    {
        int needed = Math.Min(sizeHint, LongestArray);
        if (needed > _bytes.Length)
        {
            _bytes = new byte[needed];
        }
    }
}
