namespace Codec.Capture;

/// <summary>The numbers of pcapng (draft-ietf-opsawg-pcapng) and pcap (draft-ietf-opsawg-pcap) that this library writes or reads.</summary>
internal static class CaptureFormat
{
    internal const uint SectionHeaderBlock = 0x0A0D0D0A;
    internal const uint InterfaceDescriptionBlock = 1;
    internal const uint ObsoletePacketBlock = 2;
    internal const uint SimplePacketBlock = 3;
    internal const uint EnhancedPacketBlock = 6;
    internal const uint ByteOrderMagic = 0x1A2B3C4D;
    internal const uint ByteOrderMagicSwapped = 0x4D3C2B1A;
    internal const uint PcapMicroseconds = 0xA1B2C3D4;
    internal const uint PcapMicrosecondsSwapped = 0xD4C3B2A1;
    internal const uint PcapNanoseconds = 0xA1B23C4D;
    internal const uint PcapNanosecondsSwapped = 0x4D3CB2A1;
    internal const int EndOfOptions = 0;
    internal const int InterfaceDescription = 3;
    internal const int InterfaceTimestampResolution = 9;
    internal const int InterfaceTimestampOffset = 14;
    internal const int PacketFlags = 2;
    internal const int PacketQueue = 6;
    internal const int LinkTypeNull = 0;
    internal const int LinkTypeEthernet = 1;
    internal const int LinkTypeRaw = 101;
    internal const int LinkTypeRawBsd = 12;
    internal const int LinkTypeLoop = 108;
    internal const int LinkTypeLinuxSll = 113;
    internal const int LinkTypeUser0 = 147;
    internal const int LinkTypeIpv4 = 228;
    internal const int LinkTypeIpv6 = 229;
    internal const int LinkTypeLinuxSll2 = 276;

    /// <summary>Gets the interface description (if_description) of a capture that the server writes. A client's capture has none.</summary>
    internal static ReadOnlySpan<byte> ServerDescription => "server"u8;

    /// <summary>Returns whether bytes are the start of pcapng, or of pcap with either time resolution and in either byte order.</summary>
    internal static bool IsStart(ReadOnlySpan<byte> bytes) => bytes.Length >= sizeof(uint)
        && BinaryPrimitives.ReadUInt32LittleEndian(bytes)
            is SectionHeaderBlock or PcapMicroseconds or PcapMicrosecondsSwapped or PcapNanoseconds or PcapNanosecondsSwapped;

    /// <summary>
    /// The size of the fields before the data, in bytes: type, length, interface, timestamp (two halves), captured length and original length.
    /// </summary>
    internal const int EnhancedPacketHeader = 28;

    /// <summary>The size of the options in bytes: epb_flags and epb_queue, whose values have 4 bytes each, and the end of options.</summary>
    internal const int PacketOptions = 20;

    /// <summary>The size of the repeated block length, in bytes.</summary>
    internal const int BlockTrailer = 4;
}
