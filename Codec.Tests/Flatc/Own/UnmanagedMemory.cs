using System;
using System.Buffers;
using System.Runtime.InteropServices;

namespace Codec.Tests.Flatc.Own;

/// <summary>Memory of the C heap, which no array is behind.</summary>
internal sealed unsafe class UnmanagedMemory : MemoryManager<byte>
{
    private readonly int _length;
    private byte* _first;

    public UnmanagedMemory(ReadOnlySpan<byte> content)
    {
        _length = content.Length;
        _first = (byte*)NativeMemory.Alloc((nuint)Math.Max(1, content.Length));
        content.CopyTo(GetSpan());
    }

    public override Span<byte> GetSpan() => new(_first, _length);

    public override MemoryHandle Pin(int elementIndex = 0) => new(_first + elementIndex);

    public override void Unpin()
    {
    }

    protected override void Dispose(bool disposing)
    {
        NativeMemory.Free(_first);
        _first = null;
    }
}
