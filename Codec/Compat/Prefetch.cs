#if NET8_0_OR_GREATER
using System.Runtime.Intrinsics.X86;
#endif

namespace Codec.Compat;

/// <summary>
/// Requests that the processor fetches a cache line before it is read. It never faults, and is a no-op on a processor without such an instruction.
/// </summary>
internal static class Prefetch
{
    /// <param name="source">The start of the distance.</param>
    /// <param name="distance">
    /// The distance in bytes. The address may be outside the memory of <paramref name="source"/>, because nothing is read.
    /// </param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static unsafe void Ahead(ref byte source, int distance)
    {
#if NET8_0_OR_GREATER
        if (Sse.IsSupported)
        {
            // Nothing is pinned: if the garbage collector moves the memory, the hint is only useless.
            Sse.Prefetch0((byte*)Unsafe.AsPointer(ref source) + distance);
        }
#endif
    }
}
