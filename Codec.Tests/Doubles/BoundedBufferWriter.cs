using System;
using System.Buffers;

namespace Codec.Tests.Doubles;

/// <summary>An output over an array, which cannot grow.</summary>
internal sealed class BoundedBufferWriter(byte[] room) : IBufferWriter<byte>
{
    private int _written;

    public void Advance(int count) => _written += count;

    public Memory<byte> GetMemory(int sizeHint = 0) =>
        room.Length - _written >= Math.Max(sizeHint, 1) ? room.AsMemory(_written) : throw new HandlerException();

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}
