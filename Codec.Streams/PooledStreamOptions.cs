using System;
using System.Buffers;

namespace Codec.Streams;

/// <summary>How a <see cref="PooledByteStream"/> takes memory and gives it back. Read once, when the stream is made.</summary>
public sealed class PooledStreamOptions
{
    /// <summary>The smallest first array, in bytes. Pools hand out powers of two, and none below 16.</summary>
    internal const int SmallestCapacity = 16;

    /// <summary>
    /// The first array's length by default, in bytes. A warm pool hands out 16 KB as fast as 16 bytes, and up to here nothing is ever
    /// copied again; longer first arrays gained nothing further, and would be held by every stream of a few bytes.
    /// </summary>
    internal const int DefaultCapacity = 1 << DefaultCapacityLog2;

    internal const int DefaultCapacityLog2 = 14;

    /// <summary>The longest array that every runtime can make, in bytes.</summary>
    internal const int LongestArray = 0x7FFFFFC7;

    /// <summary>How many bytes the stream takes room for with its first write. 16,384 unless set.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int InitialCapacity
    {
        get;
        set
        {
            if (value < 0)
            {
                Throw.NegativeArgument(nameof(value), value);
            }

            field = value;
        }
    } = DefaultCapacity;

    /// <summary>
    /// How many bytes the stream may come to hold; a write beyond throws <see cref="System.IO.IOException"/> and writes nothing. No limit
    /// but the stream's own unless set.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long MaxLength
    {
        get;
        set
        {
            if (value < 0)
            {
                Throw.NegativeArgument(nameof(value), value);
            }

            field = value;
        }
    } = long.MaxValue;

    /// <summary>Whether memory is zeroed before it goes back to the pool, for contents that must not linger. Off unless set.</summary>
    public bool ClearOnReturn { get; set; }

    /// <summary>
    /// The pool of the memory, or <see langword="null"/> for the stream's own choice: <see cref="ArrayPool{T}.Shared"/>, and
    /// <see cref="ChunkPool.Shared"/> for the large chunks of a <see cref="ChunkedByteStream"/>. It must be thread-safe if the stream is copied by
    /// <see cref="System.IO.Stream.CopyToAsync(System.IO.Stream, int, System.Threading.CancellationToken)"/>: memory that the stream gives up
    /// during the copy is returned on the thread that ends the copy.
    /// </summary>
    public ArrayPool<byte>? Pool { get; set; }
}
