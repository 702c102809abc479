using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <summary>
/// The format's byte order against the host's. Every access of more than one byte goes through here; on a little-endian host each is one
/// unaligned load or store, as the branch is constant. On other hosts numbers are put together byte by byte, which is right on any.
/// </summary>
internal static class LittleEndian
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ushort Read16(ref byte source) =>
        HostOrder.IsLittleEndian ? Unsafe.ReadUnaligned<ushort>(ref source) : (ushort)(source | (Unsafe.Add(ref source, 1) << 8));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint Read32(ref byte source) =>
        HostOrder.IsLittleEndian
            ? Unsafe.ReadUnaligned<uint>(ref source)
            : Read16(ref source) | ((uint)Read16(ref Unsafe.Add(ref source, 2)) << 16);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Read64(ref byte source) =>
        HostOrder.IsLittleEndian
            ? Unsafe.ReadUnaligned<ulong>(ref source)
            : Read32(ref source) | ((ulong)Read32(ref Unsafe.Add(ref source, 4)) << 32);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write16(ref byte destination, ushort value)
    {
        if (HostOrder.IsLittleEndian)
        {
            Unsafe.WriteUnaligned(ref destination, value);
        }
        else
        {
            destination = (byte)value;
            Unsafe.Add(ref destination, 1) = (byte)(value >> 8);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write32(ref byte destination, uint value)
    {
        if (HostOrder.IsLittleEndian)
        {
            Unsafe.WriteUnaligned(ref destination, value);
        }
        else
        {
            Write16(ref destination, (ushort)value);
            Write16(ref Unsafe.Add(ref destination, 2), (ushort)(value >> 16));
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write64(ref byte destination, ulong value)
    {
        if (HostOrder.IsLittleEndian)
        {
            Unsafe.WriteUnaligned(ref destination, value);
        }
        else
        {
            Write32(ref destination, (uint)value);
            Write32(ref Unsafe.Add(ref destination, 4), (uint)(value >> 32));
        }
    }

    /// <summary>Copies numbers from the host's memory into the buffer; the two do not overlap.</summary>
    /// <param name="source">The first byte to read.</param>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="sizeInBytes">The bytes of all elements.</param>
    /// <param name="elementSize">The bytes of one: 1, 2, 4 or 8.</param>
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

    /// <summary>Copies numbers from the buffer into the host's memory; the two do not overlap.</summary>
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
