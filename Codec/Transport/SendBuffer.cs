using System;
using System.Buffers;

namespace Codec.Transport;

/// <summary>Whole packets that wait to be sent, in one array from a pool. Not safe for use by several threads at once.</summary>
internal sealed class SendBuffer : IBufferWriter<byte>
{
    // What one write to a socket should carry at least when there is enough: below, the calls to the kernel cost more than the copying.
    private const int FirstSize = 64 * 1024;

    // An idle connection keeps a buffer of up to this size.
    private const int KeptSize = 256 * 1024;

    private byte[] _bytes = [];

    internal int Count { get; private set; }

    internal long Packets { get; set; }

    internal ReadOnlyMemory<byte> Memory => new(_bytes, 0, Count);

    public void Advance(int count) => Count += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes.AsMemory(Count);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes.AsSpan(Count);
    }

    internal void Clear()
    {
        Count = 0;
        Packets = 0;
        if (_bytes.Length > KeptSize)
        {
            Return();
        }
    }

    internal void Return()
    {
        byte[] bytes = _bytes;
        _bytes = [];
        Count = 0;
        if (bytes.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }

    private void Reserve(int sizeHint)
    {
        int needed = Math.Max(sizeHint, 1);
        if (needed <= _bytes.Length - Count)
        {
            return;
        }

        byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Math.Max(FirstSize, Math.Max(2L * _bytes.Length, (long)Count + needed)), 0x7FFFFFC7));
        _bytes.AsSpan(0, Count).CopyTo(larger);
        if (_bytes.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_bytes);
        }

        _bytes = larger;
    }
}
