namespace Codec.Streams.Compat;

/// <summary>Rents arrays as <see cref="ArrayPool{T}.Shared"/> does on .NET, on every target. Thread-safe.</summary>
internal static class SharedArrays
{
#if NET
    internal static ArrayPool<byte> Pool => ArrayPool<byte>.Shared;

    internal static byte[] Rent(int length) => ArrayPool<byte>.Shared.Rent(length);

    internal static void Return(byte[] array, bool clear) => ArrayPool<byte>.Shared.Return(array, clear);
#else
    /// <summary>The longest array that the shared pool of .NET Framework and Mono keeps, in bytes. It allocates a longer array for each call.</summary>
    private const int LongestShared = 1 << 20;

    /// <summary>Keeps one array each of 2, 4, 8 and 16 MB, at most 30 MB in total. The pool never releases its arrays.</summary>
    private static readonly ArrayPool<byte> Large = ArrayPool<byte>.Create(16 << 20, 1);

    internal static ArrayPool<byte> Pool { get; } = new SharedPool();

    internal static byte[] Rent(int length) => length <= LongestShared ? ArrayPool<byte>.Shared.Rent(length) : Large.Rent(length);

    internal static void Return(byte[] array, bool clear)
    {
        if (array.Length <= LongestShared)
        {
            ArrayPool<byte>.Shared.Return(array, clear);
        }
        else
        {
            Large.Return(array, clear);
        }
    }

    private sealed class SharedPool : ArrayPool<byte>
    {
        public override byte[] Rent(int minimumLength) => SharedArrays.Rent(minimumLength);

        public override void Return(byte[] array, bool clearArray = false) => SharedArrays.Return(array, clearArray);
    }
#endif
}
