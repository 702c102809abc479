using System;
using System.Buffers;

namespace Google.FlatBuffers;

/// <summary>
/// Builds FlatBuffers in buffers of an array pool. Each buffer is returned once: when a larger one replaces it, or when the builder is disposed.
/// Do not use spans, segments and duplicates of its buffer after that: other code may have rented the array. Unlike a new array,
/// a rented array can be longer than requested, and its unused bytes are not zero. Do not write a part of the buffer into the same builder: if the
/// buffer grows, the array of the part is returned before the part is copied. Not thread-safe.
/// </summary>
public sealed class PooledFlatBufferBuilder : FlatBufferBuilder, IDisposable
{
    private readonly PoolAllocator _allocator;

    /// <summary>Creates a builder with a buffer from the shared pool.</summary>
    /// <param name="initialSize">The smallest size of the first buffer in bytes, without the headroom.</param>
    /// <param name="headroom">The number of bytes that stay free in front of the message. Their value is unspecified.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="initialSize"/> is not greater than zero,
    /// <paramref name="headroom"/> is negative, or both together are more than <see cref="int.MaxValue"/>.</exception>
    public PooledFlatBufferBuilder(int initialSize, int headroom = 0)
        : this(ArrayPool<byte>.Shared, initialSize, headroom)
    {
    }

    /// <summary>Creates a builder with a buffer from a pool.</summary>
    /// <param name="pool">The pool.</param>
    /// <param name="initialSize">The smallest size of the first buffer in bytes, without the headroom.</param>
    /// <param name="headroom">The number of bytes that stay free in front of the message. Their value is unspecified.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="initialSize"/> is not greater than zero,
    /// <paramref name="headroom"/> is negative, or both together are more than <see cref="int.MaxValue"/>.</exception>
    public PooledFlatBufferBuilder(ArrayPool<byte> pool, int initialSize, int headroom = 0)
        : this(Rent(pool, initialSize, headroom), headroom)
    {
    }

    private PooledFlatBufferBuilder(PoolAllocator allocator, int headroom)
        : base(new ByteBuffer(allocator, 0), headroom) => _allocator = allocator;

    /// <summary>Starts the next message with a new buffer of the initial size from the pool. In contrast,
    /// <see cref="FlatBufferBuilder.Clear"/> keeps the current buffer, which may be larger. The content is lost. Only the pool may
    /// allocate. If the pool throws, the message is lost too, and the next write rents a buffer.</summary>
    /// <exception cref="ObjectDisposedException">The builder was disposed.</exception>
    public void Reset()
    {
        try
        {
            _allocator.Restart();
        }
        finally
        {
            Reattach(_allocator);
        }
    }

    /// <summary>Returns the buffer to the pool. The content is lost. A second call is a no-op.</summary>
    public void Dispose()
    {
        try
        {
            _allocator.Dispose();
        }
        finally
        {
            Reattach(_allocator);
        }
    }

    private static PoolAllocator Rent(ArrayPool<byte> pool, int initialSize, int headroom)
    {
        if (pool is null)
        {
            Throw.ArgumentNull(nameof(pool));
        }

        return new PoolAllocator(pool, FirstLength(initialSize, headroom));
    }
}
