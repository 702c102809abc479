namespace Codec.Streams;

/// <summary>The options of a <see cref="PooledByteStream"/>. Immutable, and safe to share.</summary>
public sealed class PooledStreamOptions
{
    /// <summary>The length of the smallest first array, in bytes. Pools return arrays of 16 bytes or a larger power of two.</summary>
    internal const int SmallestCapacity = 16;

    /// <summary>
    /// The default length of the first array, in bytes. A warm pool returns 16 KB as fast as 16 bytes, and content up to this length is never copied
    /// again. A longer array is not faster, and every stream of a few bytes would hold it.
    /// </summary>
    internal const int DefaultCapacity = 1 << DefaultCapacityLog2;

    internal const int DefaultCapacityLog2 = 14;

    /// <summary>The length of the longest array that every runtime can allocate, in bytes.</summary>
    internal const int LongestArray = 0x7FFFFFC7;

    /// <summary>Gets the default options.</summary>
    public static PooledStreamOptions Default { get; } = new();

    /// <summary>Gets the number of bytes that the stream rents with its first write. 16,384 by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int InitialCapacity { get; init => field = (int)NotNegative(value); } = DefaultCapacity;

    /// <summary>
    /// Gets the largest number of bytes that the stream may contain. A write that would exceed it throws <see cref="System.IO.IOException"/>
    /// and writes nothing. By default, only the limit of the stream's type applies.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long MaxLength { get; init => field = NotNegative(value); } = long.MaxValue;

    /// <summary>Gets whether memory is cleared before it returns to the pool, for secret content. False by default.</summary>
    public bool ClearOnReturn { get; init; }

    /// <summary>
    /// Gets the pool of the memory, or <see langword="null"/> to use the defaults: <see cref="ArrayPool{T}.Shared"/>, and
    /// <see cref="ChunkPool.Shared"/> for the large chunks of a <see cref="ChunkedByteStream"/>. It must be thread-safe if the stream is copied by
    /// <see cref="System.IO.Stream.CopyToAsync(System.IO.Stream, int, System.Threading.CancellationToken)"/>: memory that the stream releases
    /// during the copy is returned on the thread that ends the copy.
    /// </summary>
    public ArrayPool<byte>? Pool { get; init; }

    /// <summary>Gets the smallest length of the first array, in bytes.</summary>
    internal int FirstLength => Math.Max(InitialCapacity, SmallestCapacity);

    private static long NotNegative(long value)
    {
        if (value < 0)
        {
            Throw.NegativeArgument(nameof(value), value);
        }

        return value;
    }
}
