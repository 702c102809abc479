namespace Codec.Tests.Doubles;

/// <summary>Memory from the C heap that is not backed by an array, and that must not be used after it is freed.</summary>
internal sealed unsafe class UnmanagedMemory(int length, Action onFree) : MemoryManager<byte>
{
    private byte* _first = (byte*)NativeMemory.Alloc((nuint)Math.Max(1, length));

    public override Span<byte> GetSpan()
    {
        ObjectDisposedException.ThrowIf(_first is null, this);
        return new Span<byte>(_first, length);
    }

    public override MemoryHandle Pin(int elementIndex = 0) => new(_first + elementIndex);

    public override void Unpin()
    {
    }

    protected override void Dispose(bool disposing)
    {
        if (_first is not null)
        {
            NativeMemory.Free(_first);
            _first = null;
            onFree();
        }
    }
}
