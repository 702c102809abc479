using System;
using System.Runtime.CompilerServices;
using Codec.Compat;

namespace Codec.Payloads;

public static partial class GeneratedBytes
{
    /// <summary>Reads a byte at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte LoadByte(ref byte origin, int offset) => At(ref origin, offset);

    /// <summary>Reads a byte at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte LoadByte(ReadOnlySpan<byte> buffer, int offset) => LoadByte(ref Origin(buffer), offset);

    /// <summary>Reads a sbyte at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static sbyte LoadSByte(ref byte origin, int offset) => (sbyte)At(ref origin, offset);

    /// <summary>Reads a sbyte at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static sbyte LoadSByte(ReadOnlySpan<byte> buffer, int offset) => LoadSByte(ref Origin(buffer), offset);

    /// <summary>Reads a bool at an offset in bytes; a bool is true for every byte but 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool LoadBoolean(ref byte origin, int offset) => At(ref origin, offset) != 0;

    /// <summary>Reads a bool at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool LoadBoolean(ReadOnlySpan<byte> buffer, int offset) => LoadBoolean(ref Origin(buffer), offset);

    /// <summary>Reads a ushort at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort LoadUInt16(ref byte origin, int offset) =>
        HostOrder.IsLittleEndian ? Unsafe.ReadUnaligned<ushort>(ref At(ref origin, offset)) : (ushort)(At(ref origin, offset) | (At(ref origin, offset + 1) << 8));

    /// <summary>Reads a ushort at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort LoadUInt16(ReadOnlySpan<byte> buffer, int offset) => LoadUInt16(ref Origin(buffer), offset);

    /// <summary>Reads a short at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static short LoadInt16(ref byte origin, int offset) => (short)LoadUInt16(ref origin, offset);

    /// <summary>Reads a short at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static short LoadInt16(ReadOnlySpan<byte> buffer, int offset) => LoadInt16(ref Origin(buffer), offset);

    /// <summary>Reads a uint at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint LoadUInt32(ref byte origin, int offset) =>
        HostOrder.IsLittleEndian ? Unsafe.ReadUnaligned<uint>(ref At(ref origin, offset)) : LoadUInt16(ref origin, offset) | ((uint)LoadUInt16(ref origin, offset + 2) << 16);

    /// <summary>Reads a uint at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint LoadUInt32(ReadOnlySpan<byte> buffer, int offset) => LoadUInt32(ref Origin(buffer), offset);

    /// <summary>Reads a int at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LoadInt32(ref byte origin, int offset) => (int)LoadUInt32(ref origin, offset);

    /// <summary>Reads a int at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LoadInt32(ReadOnlySpan<byte> buffer, int offset) => LoadInt32(ref Origin(buffer), offset);

    /// <summary>Reads a ulong at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong LoadUInt64(ref byte origin, int offset) =>
        HostOrder.IsLittleEndian ? Unsafe.ReadUnaligned<ulong>(ref At(ref origin, offset)) : LoadUInt32(ref origin, offset) | ((ulong)LoadUInt32(ref origin, offset + 4) << 32);

    /// <summary>Reads a ulong at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong LoadUInt64(ReadOnlySpan<byte> buffer, int offset) => LoadUInt64(ref Origin(buffer), offset);

    /// <summary>Reads a long at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long LoadInt64(ref byte origin, int offset) => (long)LoadUInt64(ref origin, offset);

    /// <summary>Reads a long at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long LoadInt64(ReadOnlySpan<byte> buffer, int offset) => LoadInt64(ref Origin(buffer), offset);

    /// <summary>Reads a float at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static float LoadSingle(ref byte origin, int offset)
    {
        uint bits = LoadUInt32(ref origin, offset);
        return Unsafe.As<uint, float>(ref bits);
    }

    /// <summary>Reads a float at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static float LoadSingle(ReadOnlySpan<byte> buffer, int offset) => LoadSingle(ref Origin(buffer), offset);

    /// <summary>Reads a double at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double LoadDouble(ref byte origin, int offset)
    {
        ulong bits = LoadUInt64(ref origin, offset);
        return Unsafe.As<ulong, double>(ref bits);
    }

    /// <summary>Reads a double at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double LoadDouble(ReadOnlySpan<byte> buffer, int offset) => LoadDouble(ref Origin(buffer), offset);
}
