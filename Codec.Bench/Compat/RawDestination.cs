using System.Runtime.CompilerServices;

namespace Codec.Bench.Compat;

/// <summary>A place in an array, reached with as little as the runtime can do.</summary>
internal static class RawDestination
{
#if NET
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref byte At(byte[] array, int offset) =>
        ref Unsafe.Add(ref System.Runtime.InteropServices.MemoryMarshal.GetArrayDataReference(array), offset);
#else
    // The element's own check stays: .NET Framework and Mono offer nothing that is as cheap without it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref byte At(byte[] array, int offset) => ref array[offset];
#endif
}
