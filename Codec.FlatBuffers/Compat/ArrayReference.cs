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

#if NET9_0_OR_GREATER
    /// <summary>A part that the caller knows to be inside of the array: the fields of a segment, without its constructor, which checks
    /// each of them again.</summary>
    internal static System.ArraySegment<byte> Segment(byte[] array, int offset, int count) =>
        Unsafe.BitCast<Parts, System.ArraySegment<byte>>(new Parts(array, offset, count));

    private readonly struct Parts(byte[] array, int offset, int count)
    {
        private readonly byte[] _array = array;
        private readonly int _offset = offset;
        private readonly int _count = count;
    }

    /// <summary>
    /// The same for an array in a field that is never null. Loads the field as a reference to the object's start, which the garbage
    /// collector follows like any other into an object: GetArrayDataReference tests for null at each access and keeps the address's parts
    /// apart, three instructions more for each number.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static unsafe ref byte At(ref byte[] field, int index)
    {
        // The method table and the length come before an array's elements, each padded to a pointer.
        return ref Unsafe.AddByteOffset(ref Unsafe.As<byte[], ObjectStart>(ref field).Value, (nint)(uint)index + (2 * sizeof(nint)));
    }

    private readonly ref struct ObjectStart(ref byte value)
    {
        internal readonly ref byte Value = ref value;
    }
#else
    internal static System.ArraySegment<byte> Segment(byte[] array, int offset, int count) => new(array, offset, count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref byte At(ref byte[] field, int index) => ref At(field, index);
#endif
}
