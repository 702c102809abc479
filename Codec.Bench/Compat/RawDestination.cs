namespace Codec.Bench.Compat;

/// <summary>A position in an array, accessed with the least code that the runtime allows.</summary>
internal static class RawDestination
{
#if NET
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref byte At(byte[] array, int offset) =>
        ref Unsafe.Add(ref System.Runtime.InteropServices.MemoryMarshal.GetArrayDataReference(array), offset);
#else
    // The bounds check of the element remains: on .NET Framework and Mono, no unchecked access is as cheap.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref byte At(byte[] array, int offset) => ref array[offset];
#endif
}
