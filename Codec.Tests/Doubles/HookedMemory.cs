namespace Codec.Tests.Doubles;

/// <summary>A memory manager over an array, which can be obtained from the memory. It calls back at each access.</summary>
public sealed class HookedMemory(byte[] bytes, Action? onSpan = null) : MemoryManager<byte>
{
    public override Span<byte> GetSpan()
    {
        onSpan?.Invoke();
        return bytes;
    }

    public override MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

    public override void Unpin()
    {
    }

    protected override bool TryGetArray(out ArraySegment<byte> segment)
    {
        onSpan?.Invoke();
        segment = new ArraySegment<byte>(bytes);
        return true;
    }

    protected override void Dispose(bool disposing)
    {
    }
}
