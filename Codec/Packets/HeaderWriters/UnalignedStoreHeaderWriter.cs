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

        Unsafe.WriteUnaligned(ref MemoryMarshal.GetReference(destination), header.Packed);
    }

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(byte[] destination, int offset, PacketHeader header)
    {
        HeaderDestination.Check(destination, offset);
        Unsafe.WriteUnaligned(ref ArrayReference.At(destination, offset), header.Packed);
    }
}
