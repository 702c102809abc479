namespace Codec.Streams.Compat;

/// <summary>Has a pool that keeps arrays as <see cref="ArrayPool{T}.Shared"/> does on .NET, on every target. Thread-safe.</summary>
internal static class SharedArrays
{
#if NET
    internal static ArrayPool<byte> Pool => ArrayPool<byte>.Shared;
#else
    /// <summary>The longest array that the shared pool of .NET Framework and Mono keeps, in bytes. It allocates a longer array for each call.</summary>
    private const int LongestShared = 1 << 20;

    /// <summary>Keeps one array each of 2, 4, 8 and 16 MB, at most 30 MB in total. The pool never releases its arrays.</summary>
    private static readonly ArrayPool<byte> Large = ArrayPool<byte>.Create(16 << 20, 1);

    internal static ArrayPool<byte> Pool { get; } = new SharedPool();

    private static ArrayPool<byte> For(int length) => length <= LongestShared ? ArrayPool<byte>.Shared : Large;

    private sealed class SharedPool : ArrayPool<byte>
    {
        public override byte[] Rent(int minimumLength) => For(minimumLength).Rent(minimumLength);

        public override void Return(byte[] array, bool clearArray = false) => For(array.Length).Return(array, clearArray);
    }
#endif
}
