using System.Runtime.CompilerServices;

namespace Google.FlatBuffers.Compat;

/// <summary>An array's element without the bounds check, after the caller has made it.</summary>
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
    /// <summary>The bytes between an array's start and its first element. Measured, because it depends on the runtime: 16 on 64-bit CoreCLR,
    /// more on Mono. The JIT makes it a constant once this class is initialized.</summary>
    internal static readonly nint FirstElement = MeasureFirstElement();

    /// <summary>Whether a segment has the fields of <see cref="Parts"/>. The JIT drops the branch that this does not take.</summary>
    internal static readonly bool SegmentIsParts = IsSegmentParts();

    /// <summary>A part that the caller knows to be inside the array: the fields of a segment, without its constructor, which checks
    /// each of them again.</summary>
    internal static System.ArraySegment<byte> Segment(byte[] array, int offset, int count) =>
        SegmentIsParts ? Unsafe.BitCast<Parts, System.ArraySegment<byte>>(new Parts(array, offset, count)) : new(array, offset, count);

    private static nint MeasureFirstElement()
    {
        byte[] array = new byte[1];
        return Unsafe.ByteOffset(
            ref Unsafe.As<byte[], ObjectStart>(ref array).Value, ref System.Runtime.InteropServices.MemoryMarshal.GetArrayDataReference(array));
    }

    // From a segment to its parts, not back: a number must never be taken for the reference to an array.
    private static bool IsSegmentParts()
    {
        byte[] array = new byte[8];
        System.ArraySegment<byte> segment = new(array, 3, 4);
        return Unsafe.SizeOf<System.ArraySegment<byte>>() == Unsafe.SizeOf<Parts>()
            && Unsafe.As<System.ArraySegment<byte>, Parts>(ref segment).Is(array, 3, 4);
    }

    private readonly struct Parts(byte[] array, int offset, int count)
    {
        private readonly byte[] _array = array;
        private readonly int _offset = offset;
        private readonly int _count = count;

        internal bool Is(byte[] array, int offset, int count) => ReferenceEquals(_array, array) && _offset == offset && _count == count;
    }

    /// <summary>
    /// The same for an array in a field that is never null. Loads the field as a reference to the object's start, which the garbage
    /// collector follows like any other into an object: GetArrayDataReference tests for null at each access and keeps the address's parts
    /// apart, three instructions more for each number.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref byte At(ref byte[] field, int index)
    {
        return ref Unsafe.AddByteOffset(ref Unsafe.As<byte[], ObjectStart>(ref field).Value, (nint)(uint)index + FirstElement);
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
