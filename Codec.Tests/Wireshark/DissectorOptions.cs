using Codec.Packets;
using Codec.Schema.Wireshark;

namespace Codec.Tests.Wireshark;

/// <summary>Creates the options of a dissector for a packet format.</summary>
internal static class DissectorOptions
{
    public static WiresharkOptions Of(PacketFormat format) => new()
    {
        SizeWidth = format.SizeWidth,
        IdWidth = format.IdWidth,
        IsIdFirst = format.FieldOrder == PacketFieldOrder.IdFirst,
        IsBigEndian = format.ByteOrder == PacketByteOrder.BigEndian,
        SizeCountsHeader = format.SizeCounts == PacketSizeCounts.WholePacket,
        MaxPayloadSize = format.MaxPayloadSize,
    };
}
