using System.Buffers.Binary;

namespace Codec.Packets.HeaderWriters;

/// <summary>Writes each field with <see cref="BinaryPrimitives.WriteUInt16LittleEndian"/>: no unsafe code, no allocation, two stores.</summary>
public readonly struct BinaryPrimitivesHeaderWriter : IPacketHeaderWriter
{
    /// <inheritdoc/>
    public string Name => "BinaryPrimitives";

    /// <inheritdoc/>
    public void Write(Span<byte> destination, PacketHeader header)
    {
        if (destination.Length < PacketHeader.ByteCount)
        {
            Throw.DestinationTooShort(PacketHeader.ByteCount, destination.Length);
        }

        BinaryPrimitives.WriteUInt16LittleEndian(destination, header.Size);
        BinaryPrimitives.WriteUInt16LittleEndian(destination.Slice(sizeof(ushort)), header.Id);
    }

    /// <inheritdoc/>
    public void Write(byte[] destination, int offset, PacketHeader header)
    {
        HeaderDestination.Check(destination, offset);
        Span<byte> span = destination.AsSpan(offset, PacketHeader.ByteCount);
        BinaryPrimitives.WriteUInt16LittleEndian(span, header.Size);
        BinaryPrimitives.WriteUInt16LittleEndian(span.Slice(sizeof(ushort)), header.Id);
    }
}
