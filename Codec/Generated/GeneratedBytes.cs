namespace Codec.Generated;

/// <summary>Reads and writes little-endian numbers in memory, for generated code. Nothing is checked.</summary>
/// <remarks>
/// The caller must have checked that the bytes from the offset on are inside the memory. Stateless and thread-safe. The methods that most
/// messages need call none of the others: in a new process, the JIT inlines nothing, and compiles each method that is called.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedBytes
{
    /// <summary>Returns whether a number is at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasUInt32(ReadOnlySpan<byte> buffer, nint offset, uint expected) => Unsafe.ReadUnaligned<uint>(ref Place(buffer, offset)) == expected;

    /// <summary>Compares bytes of a payload with constants, without a branch.</summary>
    /// <returns>0 if they are equal.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Difference(ReadOnlySpan<byte> buffer, int offset, ulong expected) =>
        Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref MemoryMarshal.GetReference(buffer), (nint)offset)) ^ expected;

    /// <summary>Compares bytes of a payload with constants, as the overload for 8 bytes does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Difference(ReadOnlySpan<byte> buffer, int offset, uint expected) =>
        Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref MemoryMarshal.GetReference(buffer), (nint)offset)) ^ expected;

    /// <summary>Compares bytes of a payload with constants, as the overload for 8 bytes does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Difference(ReadOnlySpan<byte> buffer, int offset, ulong first, ulong second) =>
        (Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref MemoryMarshal.GetReference(buffer), (nint)offset)) ^ first)
        | (Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref MemoryMarshal.GetReference(buffer), (nint)(offset + 8))) ^ second);

    /// <summary>Compares bytes of a payload with constants, as the overload for 8 bytes does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Difference(ReadOnlySpan<byte> buffer, int offset, ulong first, ulong second, ulong third) =>
        Difference(buffer, offset, first, second) | Difference(buffer, offset + 16, third);

    /// <summary>Returns a reference to the first byte of the memory.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte First(Span<byte> memory) => ref MemoryMarshal.GetReference(memory);

    /// <summary>Returns a reference to a position in a payload.</summary>
    /// <param name="buffer">The payload.</param>
    /// <param name="place">
    /// The offset in bytes. It is a native integer, so that a constant that is added to it becomes a part of the load instruction.
    /// </param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Place(ReadOnlySpan<byte> buffer, nint place) => ref Unsafe.Add(ref MemoryMarshal.GetReference(buffer), place);

    /// <summary>Reads a number, an enum or a struct.</summary>
    /// <typeparam name="T">A struct with the layout of the wire, or a type of 1, 2, 4 or 8 bytes; not bool, for which only the bytes 0 and 1 are valid.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Load<T>(ref byte place)
        where T : unmanaged => Unsafe.ReadUnaligned<T>(ref place);

    /// <summary>Writes a number, an enum or a struct at an offset in bytes.</summary>
    /// <typeparam name="T">A struct with the layout of the wire, or a type of 1, 2, 4 or 8 bytes.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store<T>(ref byte origin, int offset, T value)
        where T : unmanaged => Unsafe.WriteUnaligned(ref Unsafe.Add(ref origin, (nint)(uint)offset), value);

    /// <summary>Writes a bool at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(ref byte origin, int offset, bool value) => At(ref origin, offset) = value ? (byte)1 : (byte)0;

    /// <summary>Writes constants at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreAll(ref byte origin, int offset, ulong first, ulong second)
    {
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref origin, (nint)(uint)offset), first);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref origin, (nint)(uint)(offset + 8)), second);
    }

    /// <summary>Writes constants at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreAll(ref byte origin, int offset, ulong first, ulong second, ulong third)
    {
        StoreAll(ref origin, offset, first, second);
        Store(ref origin, offset + 16, third);
    }

    /// <summary>Returns an element of a struct's array.</summary>
    /// <typeparam name="TArray">The array: a struct with the elements side by side.</typeparam>
    /// <typeparam name="T">An element.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Element<TArray, T>(in TArray array, int index)
        where TArray : unmanaged
        where T : unmanaged => Unsafe.Add(ref Unsafe.As<TArray, T>(ref Unsafe.AsRef(in array)), index);

    /// <summary>Returns a reference to an element of a struct's array.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref T ElementAt<T>(ref T first, int index)
        where T : unmanaged => ref Unsafe.Add(ref first, index);

    /// <summary>Writes zero bytes.</summary>
    public static void Clear(ref byte origin, int offset, int count) => Unsafe.InitBlockUnaligned(ref At(ref origin, offset), 0, (uint)count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte At(ref byte origin, int offset) => ref Unsafe.Add(ref origin, (nint)(uint)offset);

    /// <summary>Reads a ushort at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort LoadUInt16(ref byte origin, int offset) => Load<ushort>(ref At(ref origin, offset));

    /// <summary>Reads a ushort at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort LoadUInt16(ReadOnlySpan<byte> buffer, int offset) => LoadUInt16(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Reads a uint at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint LoadUInt32(ref byte origin, int offset) => Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref origin, (nint)(uint)offset));

    /// <summary>Reads a uint at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint LoadUInt32(ReadOnlySpan<byte> buffer, int offset) =>
        Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref MemoryMarshal.GetReference(buffer), (nint)(uint)offset));

    /// <summary>Reads an int at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LoadInt32(ref byte origin, int offset) => Load<int>(ref At(ref origin, offset));

    /// <summary>Reads an int at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LoadInt32(ReadOnlySpan<byte> buffer, int offset) => LoadInt32(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Writes a ushort at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreUInt16(ref byte origin, int offset, ushort value) => Store<ushort>(ref origin, offset, value);

    /// <summary>Writes a uint at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreUInt32(ref byte origin, int offset, uint value) =>
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref origin, (nint)(uint)offset), value);

    /// <summary>Writes an int at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreInt32(ref byte origin, int offset, int value) =>
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref origin, (nint)(uint)offset), value);
}
