namespace Codec.Tests.Doubles;

/// <summary>Memory from the C heap that is not backed by an array, and that must not be used after it is freed.</summary>
internal sealed unsafe class UnmanagedMemory : MemoryManager<byte>
{
    private readonly int _length;
    private readonly Action? _onFree;
    private byte* _first;

    public UnmanagedMemory(int length, Action? onFree = null)
    {
        _length = length;
        _onFree = onFree;
        _first = (byte*)NativeMemory.Alloc((nuint)Math.Max(1, length));
    }

    public UnmanagedMemory(ReadOnlySpan<byte> content)
        : this(content.Length)
    {
        content.CopyTo(GetSpan());
    }

    public override Span<byte> GetSpan()
    {
        ObjectDisposedException.ThrowIf(_first is null, this);
        return new Span<byte>(_first, _length);
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
            _onFree?.Invoke();
        }
    }
}
