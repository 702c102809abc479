using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Codec.Compat;

namespace Codec.Payloads;

public static partial class GeneratedBytes
{
    /// <summary>Reads a byte at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte LoadByte(ref byte origin, int offset) => At(ref origin, offset);

    /// <summary>Reads a byte at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte LoadByte(ReadOnlySpan<byte> buffer, int offset) => LoadByte(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Reads a sbyte at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static sbyte LoadSByte(ref byte origin, int offset) => (sbyte)At(ref origin, offset);

    /// <summary>Reads a sbyte at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static sbyte LoadSByte(ReadOnlySpan<byte> buffer, int offset) => LoadSByte(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Reads a bool at an offset in bytes; a bool is true for every byte but 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool LoadBoolean(ref byte origin, int offset) => At(ref origin, offset) != 0;

    /// <summary>Reads a bool at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool LoadBoolean(ReadOnlySpan<byte> buffer, int offset) => LoadBoolean(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Reads a ushort at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort LoadUInt16(ref byte origin, int offset) =>
        HostOrder.IsLittleEndian ? Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref origin, (nint)(uint)offset)) : BytewiseUInt16(ref origin, offset);

    /// <summary>Reads a ushort at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort LoadUInt16(ReadOnlySpan<byte> buffer, int offset) => LoadUInt16(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Reads a short at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static short LoadInt16(ref byte origin, int offset) => (short)LoadUInt16(ref origin, offset);

    /// <summary>Reads a short at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static short LoadInt16(ReadOnlySpan<byte> buffer, int offset) => LoadInt16(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Reads a uint at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint LoadUInt32(ref byte origin, int offset) =>
        HostOrder.IsLittleEndian ? Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref origin, (nint)(uint)offset)) : BytewiseUInt32(ref origin, offset);

    /// <summary>Reads a uint at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint LoadUInt32(ReadOnlySpan<byte> buffer, int offset) => LoadUInt32(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Reads a int at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LoadInt32(ref byte origin, int offset) => (int)LoadUInt32(ref origin, offset);

    /// <summary>Reads a int at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LoadInt32(ReadOnlySpan<byte> buffer, int offset) => LoadInt32(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Reads a ulong at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong LoadUInt64(ref byte origin, int offset) =>
        HostOrder.IsLittleEndian ? Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref origin, (nint)(uint)offset)) : BytewiseUInt64(ref origin, offset);

    /// <summary>Reads a ulong at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong LoadUInt64(ReadOnlySpan<byte> buffer, int offset) => LoadUInt64(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Reads a long at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long LoadInt64(ref byte origin, int offset) => (long)LoadUInt64(ref origin, offset);

    /// <summary>Reads a long at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long LoadInt64(ReadOnlySpan<byte> buffer, int offset) => LoadInt64(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Reads a float at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static float LoadSingle(ref byte origin, int offset)
    {
        uint bits = LoadUInt32(ref origin, offset);
        return Unsafe.As<uint, float>(ref bits);
    }

    /// <summary>Reads a float at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static float LoadSingle(ReadOnlySpan<byte> buffer, int offset) => LoadSingle(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Reads a double at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double LoadDouble(ref byte origin, int offset)
    {
        ulong bits = LoadUInt64(ref origin, offset);
        return Unsafe.As<ulong, double>(ref bits);
    }

    /// <summary>Reads a double at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double LoadDouble(ReadOnlySpan<byte> buffer, int offset) => LoadDouble(ref MemoryMarshal.GetReference(buffer), offset);

    // Out of line, because the compiler counts what it never compiles when it weighs a method that it is to put in line.
    private static ushort BytewiseUInt16(ref byte origin, int offset) => (ushort)(At(ref origin, offset) | (At(ref origin, offset + 1) << 8));

    private static uint BytewiseUInt32(ref byte origin, int offset) =>
        BytewiseUInt16(ref origin, offset) | ((uint)BytewiseUInt16(ref origin, offset + 2) << 16);

    private static ulong BytewiseUInt64(ref byte origin, int offset) =>
        BytewiseUInt32(ref origin, offset) | ((ulong)BytewiseUInt32(ref origin, offset + 4) << 32);
}
