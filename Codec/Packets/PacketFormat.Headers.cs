using System;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Codec.Packets;

/// <content>Headers in and out.</content>
public sealed partial class PacketFormat
{
    private readonly int _countedHeader;

    /// <summary>Writes the header of a packet.</summary>
    /// <param name="destination">Where to write; what follows <see cref="HeaderSize"/> bytes is left as it is.</param>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="payloadSize">The bytes of the payload, whatever Size counts.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than the header; nothing was written.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="id"/> is above <see cref="MaxId"/>, or <paramref name="payloadSize"/> negative or above <see cref="MaxPayloadSize"/>;
    /// nothing was written.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteHeader(Span<byte> destination, uint id, int payloadSize)
    {
        if (id <= ushort.MaxValue && (uint)payloadSize <= ushort.MaxValue && payloadSize <= FastMaxPayloadSize)
        {
            PacketHeaderWriters.Default.Write(destination, new PacketHeader((ushort)id, (ushort)payloadSize));
            return;
        }

        WriteOtherHeader(destination, id, payloadSize);
    }

    /// <summary>Where the packet at the front of some bytes ends, or what is wrong with it. The declared size is judged as soon as it is there.</summary>
    /// <param name="start">The packet's first bytes: the whole header, or as much of it as there is.</param>
    /// <param name="available">How many bytes there are in all, those of <paramref name="start"/> included.</param>
    internal PacketExtent Measure(ReadOnlySpan<byte> start, long available)
    {
        if (PacketHeader.TryRead(start, out PacketHeader header) && header.Size <= FastMaxPayloadSize)
        {
            return header.PacketSize > available
                ? PacketExtent.PayloadMissing(header.Id, header.PacketSize)
                : PacketExtent.Found(header.Id, header.PacketSize);
        }

        int sizeOffset = FieldOrder == PacketFieldOrder.SizeFirst ? 0 : IdWidth;
        if (start.Length < sizeOffset + SizeWidth)
        {
            return PacketExtent.HeaderMissing;
        }

        long payloadSize = (long)ReadField(start.Slice(sizeOffset), SizeWidth) - _countedHeader;
        if (payloadSize < 0)
        {
            return PacketExtent.Invalid(PacketError.SizeTooSmall);
        }

        if (payloadSize > MaxPayloadSize)
        {
            return PacketExtent.Invalid(PacketError.PayloadTooLarge);
        }

        if (start.Length < HeaderSize)
        {
            return PacketExtent.HeaderMissing;
        }

        int length = HeaderSize + (int)payloadSize;
        uint id = ReadField(start.Slice(sizeOffset == 0 ? SizeWidth : 0), IdWidth);
        return length > available ? PacketExtent.PayloadMissing(id, length) : PacketExtent.Found(id, length);
    }

    private void WriteOtherHeader(Span<byte> destination, uint id, int payloadSize)
    {
        if (id > MaxId)
        {
            Throw.IdTooLarge(id, MaxId);
        }

        if ((uint)payloadSize > (uint)MaxPayloadSize)
        {
            Throw.PayloadTooLarge(payloadSize, MaxPayloadSize);
        }

        if (destination.Length < HeaderSize)
        {
            Throw.DestinationTooShort(HeaderSize, destination.Length);
        }

        uint size = (uint)(payloadSize + _countedHeader);
        if (FieldOrder == PacketFieldOrder.SizeFirst)
        {
            WriteField(destination, SizeWidth, size);
            WriteField(destination.Slice(SizeWidth), IdWidth, id);
        }
        else
        {
            WriteField(destination, IdWidth, id);
            WriteField(destination.Slice(IdWidth), SizeWidth, size);
        }
    }

    private uint ReadField(ReadOnlySpan<byte> source, int width) => (width, ByteOrder) switch
    {
        (2, PacketByteOrder.LittleEndian) => BinaryPrimitives.ReadUInt16LittleEndian(source),
        (2, _) => BinaryPrimitives.ReadUInt16BigEndian(source),
        (_, PacketByteOrder.LittleEndian) => BinaryPrimitives.ReadUInt32LittleEndian(source),
        _ => BinaryPrimitives.ReadUInt32BigEndian(source),
    };

    private void WriteField(Span<byte> destination, int width, uint value)
    {
        switch (width, ByteOrder)
        {
            case (2, PacketByteOrder.LittleEndian):
                BinaryPrimitives.WriteUInt16LittleEndian(destination, (ushort)value);
                break;
            case (2, _):
                BinaryPrimitives.WriteUInt16BigEndian(destination, (ushort)value);
                break;
            case (_, PacketByteOrder.LittleEndian):
                BinaryPrimitives.WriteUInt32LittleEndian(destination, value);
                break;
            default:
                BinaryPrimitives.WriteUInt32BigEndian(destination, value);
                break;
        }
    }
}
