using System;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <summary>
/// The format's byte order against the host's. Every access of more than one byte goes through here; on a little-endian host each is one
/// unaligned load or store, as the branch is constant.
/// </summary>
internal static class LittleEndian
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ushort Read16(ref byte source)
    {
        ushort value = Unsafe.ReadUnaligned<ushort>(ref source);
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint Read32(ref byte source)
    {
        uint value = Unsafe.ReadUnaligned<uint>(ref source);
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Read64(ref byte source)
    {
        ulong value = Unsafe.ReadUnaligned<ulong>(ref source);
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write16(ref byte destination, ushort value) =>
        Unsafe.WriteUnaligned(ref destination, BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write32(ref byte destination, uint value) =>
        Unsafe.WriteUnaligned(ref destination, BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write64(ref byte destination, ulong value) =>
        Unsafe.WriteUnaligned(ref destination, BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value));

    /// <summary>Copies elements between the buffer and the host, whose orders may differ; the two do not overlap.</summary>
    /// <param name="source">The first byte to read.</param>
    /// <param name="destination">The first byte to write.</param>
    /// <param name="sizeInBytes">The bytes of all elements.</param>
    /// <param name="elementSize">The bytes of one: 1, 2, 4 or 8.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Copy(ref byte source, ref byte destination, int sizeInBytes, int elementSize)
    {
        if (BitConverter.IsLittleEndian || elementSize == 1)
        {
            Unsafe.CopyBlockUnaligned(ref destination, ref source, (uint)sizeInBytes);
        }
        else
        {
            CopyReversed(ref source, ref destination, sizeInBytes, elementSize);
        }
    }

    /// <summary>Copies elements and turns each one's bytes around.</summary>
    internal static void CopyReversed(ref byte source, ref byte destination, int sizeInBytes, int elementSize)
    {
        for (int element = 0; element < sizeInBytes; element += elementSize)
        {
            for (int i = 0; i < elementSize; i++)
            {
                Unsafe.Add(ref destination, element + i) = Unsafe.Add(ref source, element + elementSize - 1 - i);
            }
        }
    }
}
