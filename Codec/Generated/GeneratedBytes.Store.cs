using System.Runtime.CompilerServices;
using Codec.Compat;

namespace Codec.Generated;

public static partial class GeneratedBytes
{
    /// <summary>Writes a byte at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreByte(ref byte origin, int offset, byte value) => At(ref origin, offset) = value;

    /// <summary>Writes a sbyte at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreSByte(ref byte origin, int offset, sbyte value) => At(ref origin, offset) = (byte)value;

    /// <summary>Writes a bool at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreBoolean(ref byte origin, int offset, bool value) => At(ref origin, offset) = value ? (byte)1 : (byte)0;

    /// <summary>Writes a ushort at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreUInt16(ref byte origin, int offset, ushort value)
    {
        if (HostOrder.IsLittleEndian)
        {
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref origin, (nint)(uint)offset), value);
            return;
        }

        Bytewise(ref origin, offset, value);
    }

    /// <summary>Writes a short at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreInt16(ref byte origin, int offset, short value) => StoreUInt16(ref origin, offset, (ushort)value);

    /// <summary>Writes a uint at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreUInt32(ref byte origin, int offset, uint value)
    {
        if (HostOrder.IsLittleEndian)
        {
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref origin, (nint)(uint)offset), value);
            return;
        }

        Bytewise(ref origin, offset, value);
    }

    /// <summary>Writes a int at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreInt32(ref byte origin, int offset, int value) => StoreUInt32(ref origin, offset, (uint)value);

    /// <summary>Writes a ulong at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreUInt64(ref byte origin, int offset, ulong value)
    {
        if (HostOrder.IsLittleEndian)
        {
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref origin, (nint)(uint)offset), value);
            return;
        }

        Bytewise(ref origin, offset, value);
    }

    /// <summary>Writes a long at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreInt64(ref byte origin, int offset, long value) => StoreUInt64(ref origin, offset, (ulong)value);

    /// <summary>Writes a float at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreSingle(ref byte origin, int offset, float value) => StoreUInt32(ref origin, offset, Unsafe.As<float, uint>(ref value));

    /// <summary>Writes a double at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreDouble(ref byte origin, int offset, double value) => StoreUInt64(ref origin, offset, Unsafe.As<double, ulong>(ref value));

    private static void Bytewise(ref byte origin, int offset, ushort value)
    {
        StoreByte(ref origin, offset, (byte)value);
        StoreByte(ref origin, offset + 1, (byte)(value >> 8));
    }

    private static void Bytewise(ref byte origin, int offset, uint value)
    {
        Bytewise(ref origin, offset, (ushort)value);
        Bytewise(ref origin, offset + 2, (ushort)(value >> 16));
    }

    private static void Bytewise(ref byte origin, int offset, ulong value)
    {
        Bytewise(ref origin, offset, (uint)value);
        Bytewise(ref origin, offset + 4, (uint)(value >> 32));
    }
}
