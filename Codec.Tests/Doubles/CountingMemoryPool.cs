namespace Codec.Tests.Doubles;

/// <summary>A pool of unmanaged blocks that counts the rented ones. Segments of pipes over it are not backed by arrays.</summary>
public sealed class CountingMemoryPool(int blockSize) : MemoryPool<byte>
{
    private long _rented;

    public int Outstanding { get; private set; }

    public long PeakRented { get; private set; }

    public override int MaxBufferSize => int.MaxValue;

    public override IMemoryOwner<byte> Rent(int minBufferSize = -1)
    {
        int length = Math.Max(minBufferSize, blockSize);
        Outstanding++;
        _rented += length;
        PeakRented = Math.Max(PeakRented, _rented);
        return new UnmanagedMemory(length, () =>
        {
            Outstanding--;
            _rented -= length;
        });
    }

    protected override void Dispose(bool disposing)
    {
    }
}
