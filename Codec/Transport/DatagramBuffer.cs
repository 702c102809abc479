using System;
using System.Buffers;
using Codec.Buffers;

namespace Codec.Transport;

/// <summary>The memory of one datagram, for one packet at a time.</summary>
internal sealed class DatagramBuffer : IBufferWriter<byte>
{
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

    private void Reserve(int sizeHint)
    {
        int needed = Math.Min(sizeHint, PooledStreamOptions.LongestArray);
        if (needed > _bytes.Length)
        {
            _bytes = new byte[needed];
        }
    }
}
