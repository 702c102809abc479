namespace Codec.Tests.Doubles;

/// <summary>A pool of small blocks that calls back at the next access to a block.</summary>
public sealed class HookedPool(int blockSize) : MemoryPool<byte>
{
    public Action? OnFirstSpan { get; set; }

    public override int MaxBufferSize => blockSize;

    public override IMemoryOwner<byte> Rent(int minBufferSize = -1) => new HookedMemory(new byte[blockSize], RunHook);

    protected override void Dispose(bool disposing)
    {
    }

    private void RunHook()
    {
        Action? hook = OnFirstSpan;
        OnFirstSpan = null;
        hook?.Invoke();
    }
}
