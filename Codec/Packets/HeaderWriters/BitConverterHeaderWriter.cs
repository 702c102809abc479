namespace Codec.Packets.HeaderWriters;

/// <summary>Writes each field with <see cref="BitConverter.GetBytes(ushort)"/> and CopyTo, the most common way; allocates two arrays per header.</summary>
public readonly struct BitConverterHeaderWriter : IPacketHeaderWriter
{
    /// <inheritdoc/>
    public string Name => "BitConverter";

    /// <inheritdoc/>
    public void Write(Span<byte> destination, PacketHeader header)
    {
        if (destination.Length < PacketHeader.ByteCount)
        {
            Throw.DestinationTooShort(PacketHeader.ByteCount, destination.Length);
        }

        BitConverter.GetBytes(header.Size).CopyTo(destination);
        BitConverter.GetBytes(header.Id).CopyTo(destination.Slice(sizeof(ushort)));
    }

    /// <inheritdoc/>
    public void Write(byte[] destination, int offset, PacketHeader header)
    {
        HeaderDestination.Check(destination, offset);
        BitConverter.GetBytes(header.Size).CopyTo(destination, offset);
        BitConverter.GetBytes(header.Id).CopyTo(destination, offset + sizeof(ushort));
    }
}
