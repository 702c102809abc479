using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Codec.Compat;

namespace Codec.Generated;

/// <summary>Little-endian numbers at places in memory, for code that the schema compiler wrote: nothing is checked here.</summary>
/// <remarks>The caller has made sure that the bytes from the offset on lie inside the memory. Stateless and safe to share between threads.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static partial class GeneratedBytes
{
    /// <summary>Whether numbers, structs and vectors of them lie in memory as they do on the wire.</summary>
    public static bool IsLittleEndian
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => HostOrder.IsLittleEndian;
    }

    /// <summary>Whether a struct lies in memory as it does on the wire; folded to a constant where the method is compiled.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    /// <param name="size">Its size on the wire, in bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsWireLayout<T>(int size)
        where T : unmanaged => HostOrder.IsLittleEndian && Unsafe.SizeOf<T>() == size;

    /// <summary>Reads a struct as its bytes lie in memory; only right where <see cref="IsWireLayout{T}"/>.</summary>
    /// <typeparam name="T">A struct with the wire's layout.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T LoadBlock<T>(ref byte origin, int offset)
        where T : unmanaged => Unsafe.ReadUnaligned<T>(ref At(ref origin, offset));

    /// <summary>Whether a number lies at an offset in bytes; only right where <see cref="IsLittleEndian"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasUInt16(ReadOnlySpan<byte> buffer, nint offset, ushort expected) => Unsafe.ReadUnaligned<ushort>(ref Place(buffer, offset)) == expected;

    /// <summary>Whether a number lies at an offset in bytes; only right where <see cref="IsLittleEndian"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasUInt32(ReadOnlySpan<byte> buffer, nint offset, uint expected) => Unsafe.ReadUnaligned<uint>(ref Place(buffer, offset)) == expected;

    /// <summary>Whether a number lies at an offset in bytes; only right where <see cref="IsLittleEndian"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasUInt64(ReadOnlySpan<byte> buffer, nint offset, ulong expected) => Unsafe.ReadUnaligned<ulong>(ref Place(buffer, offset)) == expected;

    /// <summary>A place in a payload, from which a table's values have constant offsets.</summary>
    /// <param name="buffer">The payload.</param>
    /// <param name="place">Bytes from its start, as wide as an address: what is added to it is then a part of the instruction that reads.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Place(ReadOnlySpan<byte> buffer, nint place) => ref Unsafe.Add(ref MemoryMarshal.GetReference(buffer), place);

    /// <summary>Writes a struct as its bytes lie in memory; only right where <see cref="IsWireLayout{T}"/>.</summary>
    /// <typeparam name="T">A struct with the wire's layout.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreBlock<T>(ref byte origin, int offset, T value)
        where T : unmanaged => Unsafe.WriteUnaligned(ref At(ref origin, offset), value);

    /// <summary>An element of a struct's array.</summary>
    /// <typeparam name="TArray">The array: a struct with the elements side by side.</typeparam>
    /// <typeparam name="T">An element.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Element<TArray, T>(in TArray array, int index)
        where TArray : unmanaged
        where T : unmanaged => Unsafe.Add(ref Unsafe.As<TArray, T>(ref Unsafe.AsRef(in array)), index);

    /// <summary>Writes zero bytes.</summary>
    public static void Clear(ref byte origin, int offset, int count) => Unsafe.InitBlockUnaligned(ref At(ref origin, offset), 0, (uint)count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte At(ref byte origin, int offset) => ref Unsafe.Add(ref origin, (nint)(uint)offset);
}
