using System;
using System.Buffers;
using Codec.Payloads;

namespace Codec.Json;

/// <summary>Collects a payload in a list. Not thread-safe.</summary>
internal sealed class GeneratedJsonBuffer : IBufferWriter<byte>
{
    // The minimum size, in bytes, of the memory that a caller gets.
    private const int DefaultSize = 256;

    private byte[] _bytes = [];
    private int _count;

    public void Advance(int count) => _count += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Grow(sizeHint);
        return _bytes.AsMemory(_count);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Grow(sizeHint);
        return _bytes.AsSpan(_count);
    }

    internal FieldList<byte> ToList() => new(_bytes.AsSpan(0, _count));

    private void Grow(int sizeHint)
    {
        int needed = checked(_count + Math.Max(sizeHint, DefaultSize));
        if (needed > _bytes.Length)
        {
            Array.Resize(ref _bytes, Math.Max(needed, 2 * _bytes.Length));
        }
    }
}
