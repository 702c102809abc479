namespace Codec.Tests.Wireshark;

/// <summary>Creates the options of a dissector for a packet format.</summary>
internal static class DissectorOptions
{
    public static WiresharkOptions Of(PacketFormat format) => new()
    {
        SizeWidth = format.SizeWidth,
        IdWidth = format.IdWidth,
        IsIdFirst = format.IsIdFirst,
        IsBigEndian = format.IsBigEndian,
        SizeCountsHeader = format.SizeCountsHeader,
        MaxPayloadSize = format.MaxPayloadSize,
    };
}
