using System;
using System.Buffers;

namespace Codec.Tests.Doubles;

/// <summary>An output whose memory is as long as it says, until its bytes are used.</summary>
internal sealed class ClaimedMemory(int length) : MemoryManager<byte>, IBufferWriter<byte>
{
    public void Advance(int count) => throw new NotSupportedException();

    public Memory<byte> GetMemory(int sizeHint = 0) => CreateMemory(length);

    public Span<byte> GetSpan(int sizeHint = 0) => throw new HandlerException();

    public override Span<byte> GetSpan() => throw new HandlerException();

    public override MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

    public override void Unpin()
    {
    }

    protected override void Dispose(bool disposing)
    {
    }
}
