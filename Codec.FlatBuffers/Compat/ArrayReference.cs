using System.Runtime.CompilerServices;

namespace Google.FlatBuffers.Compat;

/// <summary>An array's element without the bounds check, where the caller has checked already.</summary>
internal static class ArrayReference
{
#if NET
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref T At<T>(T[] array, int index) =>
        ref Unsafe.Add(ref System.Runtime.InteropServices.MemoryMarshal.GetArrayDataReference(array), (nint)(uint)index);
#else
    // netstandard has no GetArrayDataReference; the element's own check costs less on Mono than going through a span.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref T At<T>(T[] array, int index) => ref array[index];
#endif
}
