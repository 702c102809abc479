using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Codec.Compat;

namespace Codec.Generated;

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
        InOrder(Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref origin, (nint)(uint)offset)));

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
        InOrder(Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref origin, (nint)(uint)offset)));

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
        InOrder(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref origin, (nint)(uint)offset)));

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
        float memory = Unsafe.ReadUnaligned<float>(ref Unsafe.Add(ref origin, (nint)(uint)offset));
        return HostOrder.IsLittleEndian ? memory : Bytewise(memory);
    }

    /// <summary>Reads a float at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static float LoadSingle(ReadOnlySpan<byte> buffer, int offset) => LoadSingle(ref MemoryMarshal.GetReference(buffer), offset);

    /// <summary>Reads a double at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double LoadDouble(ref byte origin, int offset)
    {
        double memory = Unsafe.ReadUnaligned<double>(ref Unsafe.Add(ref origin, (nint)(uint)offset));
        return HostOrder.IsLittleEndian ? memory : Bytewise(memory);
    }

    /// <summary>Reads a double at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double LoadDouble(ReadOnlySpan<byte> buffer, int offset) => LoadDouble(ref MemoryMarshal.GetReference(buffer), offset);

    // The choice is made on the value and not on its place: so the place stays a part of the instruction that reads.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ushort InOrder(ushort memory) => HostOrder.IsLittleEndian ? memory : Bytewise(memory);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint InOrder(uint memory) => HostOrder.IsLittleEndian ? memory : Bytewise(memory);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong InOrder(ulong memory) => HostOrder.IsLittleEndian ? memory : Bytewise(memory);

    // Out of line, because the compiler counts what it never compiles when it weighs a method that it is to put in line.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ushort Bytewise(ushort memory) => (ushort)BytewiseNumber(ref Unsafe.As<ushort, byte>(ref memory), sizeof(ushort));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static uint Bytewise(uint memory) => (uint)BytewiseNumber(ref Unsafe.As<uint, byte>(ref memory), sizeof(uint));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong Bytewise(ulong memory) => BytewiseNumber(ref Unsafe.As<ulong, byte>(ref memory), sizeof(ulong));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static float Bytewise(float memory)
    {
        uint bits = Bytewise(Unsafe.As<float, uint>(ref memory));
        return Unsafe.As<uint, float>(ref bits);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static double Bytewise(double memory)
    {
        ulong bits = Bytewise(Unsafe.As<double, ulong>(ref memory));
        return Unsafe.As<ulong, double>(ref bits);
    }

    private static ulong BytewiseNumber(ref byte first, int size)
    {
        ulong number = 0;
        for (int i = size - 1; i >= 0; i--)
        {
            number = (number << 8) | At(ref first, i);
        }

        return number;
    }
}
