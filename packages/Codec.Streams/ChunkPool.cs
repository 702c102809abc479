namespace Codec.Streams;

/// <summary>
/// Pools the 1 MB chunks of <see cref="ChunkedByteStream"/>. <see cref="ArrayPool{T}.Shared"/> keeps only a few arrays of this length. With this
/// pool, streams of hundreds of megabytes reuse their memory, up to a limit. An array of more than half a chunk, and at most a chunk, is a chunk.
/// Arrays of other lengths come from <see cref="ArrayPool{T}.Shared"/>. On .NET Framework and Mono, whose shared pool keeps no array above 1 MB, longer
/// arrays come from a pool of the library. Thread-safe.
/// </summary>
/// <remarks>
/// The pool checks its idle chunks after each full garbage collection. It releases them if memory is low, which netstandard cannot tell, or if the
/// pool was not used for a minute.
/// </remarks>
public sealed class ChunkPool : ArrayPool<byte>
{
    /// <summary>
    /// The length of a chunk in bytes, 1 MB. It is long enough that moving to the next chunk costs little compared with copying, and short enough
    /// that the unused part of a stream's last chunk is small compared with the stream.
    /// </summary>
    public const int ChunkLength = 1 << ChunkLengthLog2;

    internal const int ChunkLengthLog2 = 20;

    /// <summary>The largest number of bytes that the shared pool keeps: two streams of 512 MB. It keeps less if the machine has little memory.</summary>
    private const long SharedBound = 1L << 30;

    /// <summary>The shared pool keeps at most this fraction of the memory that the process may use: one quarter.</summary>
    private const int SharedPart = 4;

    /// <summary>The time without use after which the pool is emptied, in milliseconds. It is longer than a pause between two rounds of a game.</summary>
    private const int IdleMilliseconds = 60_000;

    private readonly object _lock = new();
    private byte[][] _idle = [];
    private int _idleCount;

    /// <summary>Creates a pool.</summary>
    /// <param name="maxRetainedBytes">The largest number of bytes of idle chunks to keep. Chunks beyond the limit are left to the garbage collector.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxRetainedBytes"/> is negative.</exception>
    public ChunkPool(long maxRetainedBytes)
    {
        if (maxRetainedBytes < 0)
        {
            Throw.NegativeArgument(nameof(maxRetainedBytes), maxRetainedBytes);
        }

        MaxRetainedBytes = maxRetainedBytes;
        _ = new FullCollectionNotice(this);
    }

    /// <summary>Gets the pool that streams use by default. It keeps at most 1 GB, and at most a quarter of the process's memory.</summary>
    public static new ChunkPool Shared { get; } = new(SharedLimit(MemoryLoad.AvailableBytes));

    /// <summary>Gets the largest number of bytes of idle chunks that the pool keeps.</summary>
    public long MaxRetainedBytes { get; }

    /// <summary>Gets the number of bytes of idle chunks in the pool.</summary>
    public long RetainedBytes
    {
        get
        {
            lock (_lock)
            {
                return (long)_idleCount << ChunkLengthLog2;
            }
        }
    }

    /// <summary>Gets or sets the <see cref="Environment.TickCount"/> of the last use. Tests set it.</summary>
    internal int LastUse { get; set; } = Environment.TickCount;

    /// <summary>Returns the limit of the shared pool in a process that may use <paramref name="availableBytes"/>.</summary>
    internal static long SharedLimit(long availableBytes) => Math.Min(SharedBound, availableBytes / SharedPart);

    /// <inheritdoc/>
    public override byte[] Rent(int minimumLength)
    {
        // The shared pool rounds such a length up to that of a chunk, and Return then keeps the array.
        if (minimumLength is <= ChunkLength / 2 or > ChunkLength)
        {
            return SharedArrays.Pool.Rent(minimumLength);
        }

        lock (_lock)
        {
            LastUse = Environment.TickCount;
            if (_idleCount > 0)
            {
                byte[] chunk = _idle[--_idleCount];
                _idle[_idleCount] = null!;
                return chunk;
            }
        }

        return UninitializedArray.Allocate(ChunkLength);
    }

    /// <inheritdoc/>
    public override void Return(byte[] array, bool clearArray = false)
    {
        Throw.IfNull(array, nameof(array));

        if (array.Length != ChunkLength)
        {
            SharedArrays.Pool.Return(array, clearArray);
            return;
        }

        if (clearArray)
        {
            Array.Clear(array, 0, array.Length);
        }

        lock (_lock)
        {
            LastUse = Environment.TickCount;
            if ((long)(_idleCount + 1) << ChunkLengthLog2 > MaxRetainedBytes)
            {
                return;
            }

            if (_idleCount == _idle.Length)
            {
                Array.Resize(ref _idle, Math.Max(16, 2 * _idleCount));
            }

            _idle[_idleCount++] = array;
        }
    }

    /// <summary>Releases the idle chunks if memory is short or the pool was not used for a while.</summary>
    internal void Trim(int now, bool memoryIsShort)
    {
        lock (_lock)
        {
            if (memoryIsShort || unchecked(now - LastUse) >= IdleMilliseconds)
            {
                _idle = [];
                _idleCount = 0;
            }
        }
    }

    /// <summary>
    /// Trims the pool after each full garbage collection. Nothing refers to the object, so each collection finalizes it. The finalizer then registers
    /// it again.
    /// </summary>
    private sealed class FullCollectionNotice(ChunkPool pool)
    {
        // Not a WeakReference, which the runtime may finalize first. It then has no target.
        private GCHandle _pool = GCHandle.Alloc(pool, GCHandleType.Weak);

        ~FullCollectionNotice()
        {
            // There is no handle if the constructor ran out of memory.
            if (_pool.IsAllocated && _pool.Target is ChunkPool pool)
            {
                pool.Trim(Environment.TickCount, MemoryLoad.IsHigh);
                GC.ReRegisterForFinalize(this);
            }
            else if (_pool.IsAllocated)
            {
                _pool.Free();
            }
        }
    }
}
