namespace Codec.Capture;

/// <summary>A TCP segment inside a captured frame. Frames without a segment, fragments, and headers that are damaged or cut are rejected.</summary>
internal ref struct TcpSegment
{
    private const byte TcpProtocol = 6;
    private const byte Push = 0x08;

    internal TcpEndpoints Endpoints { get; private set; }
    internal uint Sequence { get; private set; }
    internal readonly bool IsFin => (Flags & 0x01) != 0;
    internal readonly bool IsSyn => (Flags & 0x02) != 0;
    internal readonly bool IsReset => (Flags & 0x04) != 0;
    internal readonly bool IsAcknowledgement => (Flags & 0x10) != 0;
    private byte Flags { get; set; }
    internal ReadOnlySpan<byte> Payload { get; private set; }

    /// <summary>Gets the length of the whole payload in bytes. It exceeds that of <see cref="Payload"/> if a snap length has cut the frame.</summary>
    internal int PayloadLength { get; private set; }

    /// <summary>
    /// Gets whether the segment looks like a keep-alive with a byte, as Windows sends it: the byte is not data, and its place is before the next byte
    /// (RFC 1122, 4.2.3.6). An application's last byte of a write is pushed.
    /// </summary>
    internal readonly bool IsKeepAlive => PayloadLength == 1 && (Flags & Push) == 0 && !IsFin;

    internal static bool IsSupported(int linkType) => linkType
        is CaptureFormat.LinkTypeRaw or CaptureFormat.LinkTypeRawBsd or CaptureFormat.LinkTypeIpv4 or CaptureFormat.LinkTypeIpv6
        or CaptureFormat.LinkTypeNull or CaptureFormat.LinkTypeLoop or CaptureFormat.LinkTypeLinuxSll or CaptureFormat.LinkTypeLinuxSll2
        or CaptureFormat.LinkTypeEthernet;

    internal static bool TryParse(in CaptureRecord record, out TcpSegment segment)
    {
        segment = default;
        ReadOnlySpan<byte> frame = record.Data;
        int network = NetworkOffset(record.LinkType, frame);
        if (network < 0 || network >= frame.Length)
        {
            return false;
        }

        // The length on the wire is longer than the captured bytes if a snap length has cut the frame.
        ReadOnlySpan<byte> ip = frame.Slice(network);
        int length = (int)Math.Min(Math.Max(record.OriginalLength, frame.Length) - network, int.MaxValue);
        return (ip[0] >> 4) switch
        {
            4 => segment.TryParseIpv4(ip, length),
            6 => segment.TryParseIpv6(ip, length),
            _ => false,
        };
    }

    /// <summary>Returns the offset of the IP header, or -1 if the frame is not IP.</summary>
    private static int NetworkOffset(int linkType, ReadOnlySpan<byte> frame) => linkType switch
    {
        CaptureFormat.LinkTypeRaw or CaptureFormat.LinkTypeRawBsd or CaptureFormat.LinkTypeIpv4 or CaptureFormat.LinkTypeIpv6 => 0,
        CaptureFormat.LinkTypeNull or CaptureFormat.LinkTypeLoop => 4,
        CaptureFormat.LinkTypeLinuxSll => AfterTags(frame, 14, 16),
        CaptureFormat.LinkTypeLinuxSll2 => AfterTags(frame, 0, 20),
        CaptureFormat.LinkTypeEthernet => AfterTags(frame, 12, 14),
        _ => -1,
    };

    /// <summary>Skips VLAN tags of 4 bytes each: 2 bytes, and the type of what follows.</summary>
    private static int AfterTags(ReadOnlySpan<byte> frame, int type, int next)
    {
        while (frame.Length >= next)
        {
            switch (BinaryPrimitives.ReadUInt16BigEndian(frame.Slice(type)))
            {
                case 0x8100 or 0x88A8 or 0x9100:
                    type = next + 2;
                    next += 4;
                    break;
                case 0x0800 or 0x86DD:
                    return next;
                default:
                    return -1;
            }
        }

        return -1;
    }

    private bool TryParseIpv4(ReadOnlySpan<byte> ip, int length)
    {
        if (ip.Length < 20)
        {
            return false;
        }

        int header = (ip[0] & 0x0F) * 4;
        int total = BinaryPrimitives.ReadUInt16BigEndian(ip.Slice(2));

        // If the network card splits the segments itself, the captured length is 0.
        total = total == 0 ? length : total;
        const int FragmentBits = 0x3FFF;
        bool isFragment = (BinaryPrimitives.ReadUInt16BigEndian(ip.Slice(6)) & FragmentBits) != 0;
        if (header < 20 || header > ip.Length || total > length || total < header || ip[9] != TcpProtocol || isFragment)
        {
            return false;
        }

        ulong source = TcpEndpoints.Mapped | BinaryPrimitives.ReadUInt32BigEndian(ip.Slice(12));
        ulong destination = TcpEndpoints.Mapped | BinaryPrimitives.ReadUInt32BigEndian(ip.Slice(16));
        return TryParseTcp(ip.Slice(header, Math.Min(total, ip.Length) - header), total - header, new TcpEndpoints(0, source, 0, destination, 0, 0));
    }

    private bool TryParseIpv6(ReadOnlySpan<byte> ip, int wireLength)
    {
        if (ip.Length < 40)
        {
            return false;
        }

        int length = BinaryPrimitives.ReadUInt16BigEndian(ip.Slice(4));
        length = length == 0 ? wireLength - 40 : length;
        if (length > wireLength - 40)
        {
            return false;
        }

        ReadOnlySpan<byte> rest = ip.Slice(40, Math.Min(length, ip.Length - 40));
        byte next = ip[6];

        // Hop-by-hop options, routing and destination options: the next header, then the length in units of 8 bytes, minus one. A fragment header
        // has 8 bytes, and its second byte is reserved.
        const byte Fragment = 44;
        const int FragmentBits = 0xFFF9;
        while (next is 0 or 43 or Fragment or 60)
        {
            int size = rest.Length < 8 ? int.MaxValue : next == Fragment ? 8 : (rest[1] + 1) * 8;
            if (size > rest.Length || (next == Fragment && (BinaryPrimitives.ReadUInt16BigEndian(rest.Slice(2)) & FragmentBits) != 0))
            {
                return false;
            }

            next = rest[0];
            rest = rest.Slice(size);
            length -= size;
        }

        (ulong sourceHigh, ulong sourceLow) = ReadAddress(ip.Slice(8));
        (ulong destinationHigh, ulong destinationLow) = ReadAddress(ip.Slice(24));
        return next == TcpProtocol && TryParseTcp(rest, length, new TcpEndpoints(sourceHigh, sourceLow, destinationHigh, destinationLow, 0, 0));
    }

    private static (ulong High, ulong Low) ReadAddress(ReadOnlySpan<byte> bytes) =>
        (BinaryPrimitives.ReadUInt64BigEndian(bytes), BinaryPrimitives.ReadUInt64BigEndian(bytes.Slice(8)));

    private bool TryParseTcp(ReadOnlySpan<byte> tcp, int length, TcpEndpoints addresses)
    {
        int header = tcp.Length < 20 ? 0 : (tcp[12] >> 4) * 4;
        if (header < 20 || header > length)
        {
            return false;
        }

        Endpoints = addresses with
        {
            SourcePort = BinaryPrimitives.ReadUInt16BigEndian(tcp),
            DestinationPort = BinaryPrimitives.ReadUInt16BigEndian(tcp.Slice(2)),
        };
        Sequence = BinaryPrimitives.ReadUInt32BigEndian(tcp.Slice(4));
        Flags = tcp[13];
        Payload = tcp.Slice(Math.Min(header, tcp.Length));
        PayloadLength = length - header;
        return true;
    }
}
