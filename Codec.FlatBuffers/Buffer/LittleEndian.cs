using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <summary>
/// Converts between the byte order of the format and that of the host. Every access of more than one byte uses this class. On a little-endian
/// host, each access is one unaligned load or store, because the branch is constant. On other hosts, numbers are assembled byte by byte.
/// The reference is used once, before the branch. Otherwise the JIT does not fold it into the address of the load or store.
/// </summary>
internal static class LittleEndian
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ushort Read16(ref byte source)
    {
        ushort inMemory = Unsafe.ReadUnaligned<ushort>(ref source);
        return HostOrder.IsLittleEndian ? inMemory : Join16(inMemory);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint Read32(ref byte source)
    {
        uint inMemory = Unsafe.ReadUnaligned<uint>(ref source);
        return HostOrder.IsLittleEndian ? inMemory : Join32(inMemory);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Read64(ref byte source)
    {
        ulong inMemory = Unsafe.ReadUnaligned<ulong>(ref source);
        return HostOrder.IsLittleEndian ? inMemory : Join64(inMemory);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write16(ref byte destination, ushort value) =>
        Unsafe.WriteUnaligned(ref destination, HostOrder.IsLittleEndian ? value : Split16(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write32(ref byte destination, uint value) =>
        Unsafe.WriteUnaligned(ref destination, HostOrder.IsLittleEndian ? value : Split32(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write64(ref byte destination, ulong value) =>
        Unsafe.WriteUnaligned(ref destination, HostOrder.IsLittleEndian ? value : Split64(value));

    /// <summary>Copies numbers from the host's memory into the buffer. The two must not overlap.</summary>
    /// <param name="source">The first byte to read.</param>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="sizeInBytes">The size of all elements in bytes.</param>
    /// <param name="elementSize">The size of one element in bytes: 1, 2, 4 or 8.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void CopyIn(ref byte source, ref byte destination, int sizeInBytes, int elementSize)
    {
        if (HostOrder.IsLittleEndian || elementSize == 1)
        {
            Unsafe.CopyBlockUnaligned(ref destination, ref source, (uint)sizeInBytes);
        }
        else
        {
            WriteEach(ref source, ref destination, sizeInBytes, elementSize);
        }
    }

    /// <summary>Copies numbers from the buffer into the host's memory. The two must not overlap.</summary>
    /// <inheritdoc cref="CopyIn"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void CopyOut(ref byte source, ref byte destination, int sizeInBytes, int elementSize)
    {
        if (HostOrder.IsLittleEndian || elementSize == 1)
        {
            Unsafe.CopyBlockUnaligned(ref destination, ref source, (uint)sizeInBytes);
        }
        else
        {
            ReadEach(ref source, ref destination, sizeInBytes, elementSize);
        }
    }

    // A separate method, because the JIT counts all code of a method against its inlining budget, even code that it removes.
    private static ushort Join16(ushort inMemory)
    {
        ref byte first = ref Unsafe.As<ushort, byte>(ref inMemory);
        return (ushort)(first | (Unsafe.Add(ref first, 1) << 8));
    }

    private static uint Join32(uint inMemory)
    {
        ref byte first = ref Unsafe.As<uint, byte>(ref inMemory);
        return Read16(ref first) | ((uint)Read16(ref Unsafe.Add(ref first, 2)) << 16);
    }

    private static ulong Join64(ulong inMemory)
    {
        ref byte first = ref Unsafe.As<ulong, byte>(ref inMemory);
        return Read32(ref first) | ((ulong)Read32(ref Unsafe.Add(ref first, 4)) << 32);
    }

    private static ushort Split16(ushort value)
    {
        ushort inMemory = 0;
        ref byte first = ref Unsafe.As<ushort, byte>(ref inMemory);
        first = (byte)value;
        Unsafe.Add(ref first, 1) = (byte)(value >> 8);
        return inMemory;
    }

    private static uint Split32(uint value)
    {
        uint inMemory = 0;
        ref byte first = ref Unsafe.As<uint, byte>(ref inMemory);
        Write16(ref first, (ushort)value);
        Write16(ref Unsafe.Add(ref first, 2), (ushort)(value >> 16));
        return inMemory;
    }

    private static ulong Split64(ulong value)
    {
        ulong inMemory = 0;
        ref byte first = ref Unsafe.As<ulong, byte>(ref inMemory);
        Write32(ref first, (uint)value);
        Write32(ref Unsafe.Add(ref first, 4), (uint)(value >> 32));
        return inMemory;
    }

    private static void WriteEach(ref byte source, ref byte destination, int sizeInBytes, int elementSize)
    {
        for (int i = 0; i < sizeInBytes; i += elementSize)
        {
            ref byte from = ref Unsafe.Add(ref source, i);
            ref byte to = ref Unsafe.Add(ref destination, i);
            switch (elementSize)
            {
                case sizeof(ushort):
                    Write16(ref to, Unsafe.ReadUnaligned<ushort>(ref from));
                    break;
                case sizeof(uint):
                    Write32(ref to, Unsafe.ReadUnaligned<uint>(ref from));
                    break;
                default:
                    Write64(ref to, Unsafe.ReadUnaligned<ulong>(ref from));
                    break;
            }
        }
    }

    private static void ReadEach(ref byte source, ref byte destination, int sizeInBytes, int elementSize)
    {
        for (int i = 0; i < sizeInBytes; i += elementSize)
        {
            ref byte from = ref Unsafe.Add(ref source, i);
            ref byte to = ref Unsafe.Add(ref destination, i);
            switch (elementSize)
            {
                case sizeof(ushort):
                    Unsafe.WriteUnaligned(ref to, Read16(ref from));
                    break;
                case sizeof(uint):
                    Unsafe.WriteUnaligned(ref to, Read32(ref from));
                    break;
                default:
                    Unsafe.WriteUnaligned(ref to, Read64(ref from));
                    break;
            }
        }
    }
}
