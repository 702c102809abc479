namespace Codec.Compat;

/// <summary>Returns a reference to an element of an array without a bounds check. The caller must have checked the index.</summary>
internal static class ArrayReference
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref T At<T>(T[] array, int index) =>
#if NET
        ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(array), (nint)(uint)index);
#else
        // netstandard has no GetArrayDataReference. On Mono, the normal bounds check is cheaper than a span.
        ref array[index];
#endif
}
