namespace Codec.Packets.HeaderWriters;

/// <summary>Writes four shifted bytes: portable, no API, four stores.</summary>
public readonly struct ShiftHeaderWriter : IPacketHeaderWriter
{
    /// <inheritdoc/>
    public string Name => "Shift";

    /// <inheritdoc/>
    public void Write(Span<byte> destination, PacketHeader header)
    {
        if (destination.Length < PacketHeader.ByteCount)
        {
            Throw.DestinationTooShort(PacketHeader.ByteCount, destination.Length);
        }

        // The last byte is written first, so that one bounds check covers all four.
        destination[3] = (byte)(header.Id >> 8);
        destination[2] = (byte)header.Id;
        destination[1] = (byte)(header.Size >> 8);
        destination[0] = (byte)header.Size;
    }

    /// <inheritdoc/>
    public void Write(byte[] destination, int offset, PacketHeader header)
    {
        HeaderDestination.Check(destination, offset);
        destination[offset] = (byte)header.Size;
        destination[offset + 1] = (byte)(header.Size >> 8);
        destination[offset + 2] = (byte)header.Id;
        destination[offset + 3] = (byte)(header.Id >> 8);
    }
}
