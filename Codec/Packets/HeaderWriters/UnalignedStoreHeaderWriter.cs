using System;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Codec.Compat;

namespace Codec.Packets.HeaderWriters;

/// <summary>Writes both fields with one unaligned 32-bit store: one check, one store, no copy and no allocation.</summary>
public readonly struct UnalignedStoreHeaderWriter : IPacketHeaderWriter
{
    /// <inheritdoc/>
    public string Name => "UnalignedStore";

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(Span<byte> destination, PacketHeader header)
    {
        if (destination.Length < PacketHeader.ByteCount)
        {
            Throw.DestinationTooShort(PacketHeader.ByteCount, destination.Length);
        }

        Unsafe.WriteUnaligned(ref MemoryMarshal.GetReference(destination), ToHostOrder(header.Packed, BitConverter.IsLittleEndian));
    }

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(byte[] destination, int offset, PacketHeader header)
    {
        HeaderDestination.Check(destination, offset);
        Unsafe.WriteUnaligned(ref ArrayReference.At(destination, offset), ToHostOrder(header.Packed, BitConverter.IsLittleEndian));
    }

    /// <summary>Returns the number that, stored in the host's byte order, has the little-endian bytes of <paramref name="packed"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint ToHostOrder(uint packed, bool hostIsLittleEndian) =>
        hostIsLittleEndian ? packed : BinaryPrimitives.ReverseEndianness(packed);
}
