using System.Runtime.CompilerServices;
#if NET8_0_OR_GREATER
using System.Runtime.Intrinsics.X86;
#endif

namespace Codec.Compat;

/// <summary>Asks the processor to fetch a cache line before it is read. A hint: it never faults, and is a no-op on a processor without such an instruction.</summary>
internal static class Prefetch
{
    /// <param name="source">Where to count from.</param>
    /// <param name="distance">In bytes; may lead out of the memory that <paramref name="source"/> lies in, as nothing is read.</param>
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
