using System.Buffers;

namespace Google.FlatBuffers;

/// <summary>Rents each array from a pool, uses its full length, and returns it when it is replaced or no longer needed.</summary>
internal sealed class PoolAllocator : ByteBufferAllocator
{
    private readonly ArrayPool<byte> _pool;
    private readonly int _firstLength;
    private bool _isDisposed;

    internal PoolAllocator(ArrayPool<byte> pool, int minimumLength)
    {
        _pool = pool;
        _firstLength = minimumLength;
        Buffer = pool.Rent(minimumLength);
        Length = Buffer.Length;
    }

    /// <summary>Returns the array and rents one of the initial length. If the pool throws, there is no array until the buffer grows.</summary>
    internal void Restart()
    {
        if (_isDisposed)
        {
            Throw.BuilderDisposed();
        }

        ReturnArray();
        Buffer = _pool.Rent(_firstLength);
        Length = Buffer.Length;
    }

    public override void GrowFront(int newSize)
    {
        if (newSize < Length)
        {
            Throw.TruncatedBuffer(newSize, Length);
        }

        if (_isDisposed)
        {
            Throw.BuilderDisposed();
        }

        byte[] old = Buffer;
        byte[] larger = _pool.Rent(newSize);
        System.Buffer.BlockCopy(old, 0, larger, larger.Length - Length, Length);
        Buffer = larger;
        Length = larger.Length;
        if (old.Length != 0)
        {
            _pool.Return(old);
        }
    }

    /// <summary>Returns the array, and lets no other be rented. A second call is a no-op.</summary>
    internal void Dispose()
    {
        _isDisposed = true;
        ReturnArray();
    }

    private void ReturnArray()
    {
        if (Length != 0)
        {
            byte[] old = Buffer;
            Buffer = [];
            Length = 0;
            _pool.Return(old);
        }
    }
}
