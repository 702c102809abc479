namespace Codec.Packets.HeaderWriters;

/// <summary>Writes the whole struct with <see cref="Marshal.StructureToPtr{T}(T, IntPtr, bool)"/>, which boxes it: one allocation per header.</summary>
public readonly struct MarshalHeaderWriter : IPacketHeaderWriter
{
    /// <inheritdoc/>
    public string Name => "Marshal";

    /// <inheritdoc/>
    public unsafe void Write(Span<byte> destination, PacketHeader header)
    {
        if (destination.Length < PacketHeader.ByteCount)
        {
            Throw.DestinationTooShort(PacketHeader.ByteCount, destination.Length);
        }

        fixed (byte* pointer = destination)
        {
            Marshal.StructureToPtr(header, (IntPtr)pointer, fDeleteOld: false);
        }
    }

    /// <inheritdoc/>
    public unsafe void Write(byte[] destination, int offset, PacketHeader header)
    {
        HeaderDestination.Check(destination, offset);
        fixed (byte* pointer = &destination[offset])
        {
            Marshal.StructureToPtr(header, (IntPtr)pointer, fDeleteOld: false);
        }
    }
}
