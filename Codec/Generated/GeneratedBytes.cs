using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Codec.Compat;

namespace Codec.Generated;

/// <summary>Little-endian numbers at places in memory, for code that the schema compiler wrote: nothing is checked here.</summary>
/// <remarks>The caller has made sure that the bytes from the offset on lie inside the memory. Stateless and safe to share between threads.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedBytes
{
    /// <summary>Whether numbers, structs and vectors of them lie in memory as they do on the wire.</summary>
    public static bool IsLittleEndian
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => HostOrder.IsLittleEndian;
    }

    /// <summary>Whether a number lies at an offset in bytes; only right where <see cref="IsLittleEndian"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasUInt16(ReadOnlySpan<byte> buffer, nint offset, ushort expected) => Unsafe.ReadUnaligned<ushort>(ref Place(buffer, offset)) == expected;

    /// <summary>Whether a number lies at an offset in bytes; only right where <see cref="IsLittleEndian"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasUInt32(ReadOnlySpan<byte> buffer, nint offset, uint expected) => Unsafe.ReadUnaligned<uint>(ref Place(buffer, offset)) == expected;

    /// <summary>Whether a number lies at an offset in bytes; only right where <see cref="IsLittleEndian"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasUInt64(ReadOnlySpan<byte> buffer, nint offset, ulong expected) => Unsafe.ReadUnaligned<ulong>(ref Place(buffer, offset)) == expected;

    /// <summary>Whether bytes of a payload are constants; always false on a big-endian host.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Matches(ReadOnlySpan<byte> buffer, int offset, ulong expected) =>
        HostOrder.IsLittleEndian && HasUInt64(buffer, offset, expected);

    /// <summary>Whether bytes of a payload are constants; always false on a big-endian host.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Matches(ReadOnlySpan<byte> buffer, int offset, uint expected) =>
        HostOrder.IsLittleEndian && HasUInt32(buffer, offset, expected);

    /// <summary>Whether bytes of a payload are constants; always false on a big-endian host.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Matches(ReadOnlySpan<byte> buffer, int offset, ulong first, ulong second) =>
        HostOrder.IsLittleEndian && HasUInt64(buffer, offset, first) && HasUInt64(buffer, offset + 8, second);

    /// <summary>Whether bytes of a payload are constants; always false on a big-endian host.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Matches(ReadOnlySpan<byte> buffer, int offset, ulong first, ulong second, ulong third) =>
        Matches(buffer, offset, first, second) && HasUInt64(buffer, offset + 16, third);

    /// <summary>The first byte of the memory.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte First(Span<byte> memory) => ref MemoryMarshal.GetReference(memory);

    /// <summary>A place in a payload, from which a table's values have constant offsets.</summary>
    /// <param name="buffer">The payload.</param>
    /// <param name="place">Bytes from its start, as wide as an address: what is added to it is then a part of the instruction that reads.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Place(ReadOnlySpan<byte> buffer, nint place) => ref Unsafe.Add(ref MemoryMarshal.GetReference(buffer), place);

    /// <summary>Reads a number or an enum.</summary>
    /// <typeparam name="T">A type of 1, 2, 4 or 8 bytes; not bool, of which only two values are valid.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Load<T>(ref byte place)
        where T : unmanaged
    {
        T value = Unsafe.ReadUnaligned<T>(ref place);
        return HostOrder.IsLittleEndian ? value : Bytewise<T>(value);
    }

    /// <summary>Writes a number or an enum at an offset in bytes.</summary>
    /// <typeparam name="T">A type of 1, 2, 4 or 8 bytes.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store<T>(ref byte origin, int offset, T value)
        where T : unmanaged => Unsafe.WriteUnaligned(ref At(ref origin, offset), HostOrder.IsLittleEndian ? value : Bytewise<T>(value));

    /// <summary>Writes a bool at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(ref byte origin, int offset, bool value) => StoreBoolean(ref origin, offset, value);

    /// <summary>Writes constants at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreAll(ref byte origin, int offset, ulong first, ulong second)
    {
        StoreUInt64(ref origin, offset, first);
        StoreUInt64(ref origin, offset + 8, second);
    }

    /// <summary>Writes constants at an offset in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreAll(ref byte origin, int offset, ulong first, ulong second, ulong third)
    {
        StoreAll(ref origin, offset, first, second);
        StoreUInt64(ref origin, offset + 16, third);
    }

    /// <summary>Reads a struct.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T LoadStruct<T>(ref byte place)
        where T : unmanaged, IWireStruct
    {
        T value = Unsafe.ReadUnaligned<T>(ref place);
        return HostOrder.IsLittleEndian ? value : BytewiseFields(value);
    }

    /// <summary>Writes a struct at an offset in bytes.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreStruct<T>(ref byte origin, int offset, T value)
        where T : unmanaged, IWireStruct => Unsafe.WriteUnaligned(ref At(ref origin, offset), HostOrder.IsLittleEndian ? value : BytewiseFields(value));

    // Out of line, because the compiler counts what it never compiles when it weighs a method that it is to inline.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T Bytewise<T>(T value)
        where T : unmanaged
    {
        PutInOrder(ref Unsafe.As<T, byte>(ref value), Unsafe.SizeOf<T>());
        return value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T BytewiseFields<T>(T value)
        where T : unmanaged, IWireStruct
    {
        ReadOnlySpan<byte> scalars = value.Scalars;
        int at = 0;
        for (int i = 0; i < scalars.Length; i += 2)
        {
            for (int left = scalars[i + 1]; left > 0; left--)
            {
                PutInOrder(ref At(ref Unsafe.As<T, byte>(ref value), at), scalars[i]);
                at += scalars[i];
            }
        }

        return value;
    }

    // From the order of the wire to that of the host, or back.
    private static void PutInOrder(ref byte first, int size)
    {
        ulong number = BytewiseNumber(ref first, size);
        switch (size)
        {
            case 2:
                Unsafe.WriteUnaligned(ref first, (ushort)number);
                break;
            case 4:
                Unsafe.WriteUnaligned(ref first, (uint)number);
                break;
            case 8:
                Unsafe.WriteUnaligned(ref first, number);
                break;
            default:
                break;
        }
    }

    /// <summary>An element of a struct's array.</summary>
    /// <typeparam name="TArray">The array: a struct with the elements side by side.</typeparam>
    /// <typeparam name="T">An element.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Element<TArray, T>(in TArray array, int index)
        where TArray : unmanaged
        where T : unmanaged => Unsafe.Add(ref Unsafe.As<TArray, T>(ref Unsafe.AsRef(in array)), index);

    /// <summary>A place in a struct's array.</summary>
    /// <typeparam name="T">An element.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref T ElementAt<T>(ref T first, int index)
        where T : unmanaged => ref Unsafe.Add(ref first, index);

    /// <summary>Writes zero bytes.</summary>
    public static void Clear(ref byte origin, int offset, int count) => Unsafe.InitBlockUnaligned(ref At(ref origin, offset), 0, (uint)count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte At(ref byte origin, int offset) => ref Unsafe.Add(ref origin, (nint)(uint)offset);

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
