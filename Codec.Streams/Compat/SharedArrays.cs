using System.Buffers;

namespace Codec.Streams.Compat;

/// <summary>The arrays that <see cref="ArrayPool{T}.Shared"/> lends on .NET, on every target. Safe for use by several threads at once.</summary>
internal static class SharedArrays
{
#if NET
    internal static ArrayPool<byte> Pool => ArrayPool<byte>.Shared;

    internal static byte[] Rent(int length) => ArrayPool<byte>.Shared.Rent(length);

    internal static void Return(byte[] array, bool clear) => ArrayPool<byte>.Shared.Return(array, clear);
#else
    /// <summary>The shared pool of .NET Framework and of Mono keeps no longer array: it would be allocated anew each time.</summary>
    private const int LongestShared = 1 << 20;

    /// <summary>With one array of each size, 2 to 16 MB, at most 30 MB stay behind: this pool never lets go of what it has.</summary>
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
