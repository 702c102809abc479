using System.Runtime.CompilerServices;

namespace Google.FlatBuffers.Compat;

/// <summary>Accesses array elements without a bounds check. The caller must have checked the index.</summary>
internal static class ArrayReference
{
#if NET
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref T At<T>(T[] array, int index) =>
        ref Unsafe.Add(ref System.Runtime.InteropServices.MemoryMarshal.GetArrayDataReference(array), (nint)(uint)index);
#else
    // netstandard has no GetArrayDataReference. On Mono, the normal bounds check is cheaper than a span.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref T At<T>(T[] array, int index) => ref array[index];
#endif

#if NET9_0_OR_GREATER
    /// <summary>The distance from the start of an array object to its first element, in bytes. Measured, because it depends on the runtime: 16 on
    /// 64-bit CoreCLR, more on Mono. The JIT treats it as a constant after this class has been initialized.</summary>
    internal static readonly nint FirstElement = MeasureFirstElement();

    /// <summary>Whether a segment has the same fields as <see cref="Parts"/>. The JIT removes the unused branch.</summary>
    internal static readonly bool SegmentIsParts = IsSegmentParts();

    /// <summary>Creates a segment without its constructor, which would check the arguments again. The caller must have checked that the part
    /// is inside the array.</summary>
    internal static System.ArraySegment<byte> Segment(byte[] array, int offset, int count) =>
        SegmentIsParts ? Unsafe.BitCast<Parts, System.ArraySegment<byte>>(new Parts(array, offset, count)) : new(array, offset, count);

    private static nint MeasureFirstElement()
    {
        byte[] array = new byte[1];
        return Unsafe.ByteOffset(
            ref Unsafe.As<byte[], ObjectStart>(ref array).Value, ref System.Runtime.InteropServices.MemoryMarshal.GetArrayDataReference(array));
    }

    // Reads a segment as parts, never parts as a segment: if the layouts differ, a number must not be used as a reference.
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
    /// Accesses an element of an array in a field that is never null. Loads the field as a managed reference to the start of the object, which
    /// the garbage collector supports like any interior reference. GetArrayDataReference checks for null on each access and calculates the
    /// address separately, which costs three more instructions for each number.
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
