namespace Codec.Capture;

/// <summary>
/// A TCP segment inside a captured frame. Frames without a segment, fragments, and headers that are damaged or cut are rejected.
/// </summary>
internal readonly ref struct TcpSegment
{
    private const byte TcpProtocol = 6;

    internal TcpEndpoints Endpoints { get; private init; }

    internal uint Sequence { get; private init; }

    internal bool IsSyn { get; private init; }

    internal bool IsFin { get; private init; }

    internal bool IsAcknowledgement { get; private init; }

    internal bool IsPush { get; private init; }

    internal bool IsReset { get; private init; }

    /// <summary>Gets the captured part of the payload.</summary>
    internal ReadOnlySpan<byte> Payload { get; private init; }

    /// <summary>Gets the length of the whole payload in bytes. It exceeds that of <see cref="Payload"/> if a snap length has cut the frame.</summary>
    internal int PayloadLength { get; private init; }

    /// <summary>
    /// Gets whether the segment looks like a keep-alive with a byte, as Windows sends it: the byte is not data, and its place is before the next byte
    /// (RFC 1122, 4.2.3.6). An application's last byte of a write is pushed.
    /// </summary>
    internal bool IsKeepAlive => PayloadLength == 1 && !IsPush && !IsFin;

    /// <summary>Returns whether frames of a link type are parsed.</summary>
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
            4 => TryParseIpv4(ip, length, out segment),
            6 => TryParseIpv6(ip, length, out segment),
            _ => false,
        };
    }

    /// <summary>Returns the offset of the IP header, or -1 if the frame is not IP.</summary>
    private static int NetworkOffset(int linkType, ReadOnlySpan<byte> frame)
    {
        switch (linkType)
        {
            case CaptureFormat.LinkTypeRaw or CaptureFormat.LinkTypeRawBsd or CaptureFormat.LinkTypeIpv4 or CaptureFormat.LinkTypeIpv6:
                return 0;
            case CaptureFormat.LinkTypeNull or CaptureFormat.LinkTypeLoop:
                return 4;
            case CaptureFormat.LinkTypeLinuxSll:
                return AfterTags(frame, 14, 16);
            case CaptureFormat.LinkTypeLinuxSll2:
                return AfterTags(frame, 0, 20);
            case CaptureFormat.LinkTypeEthernet:
                return AfterTags(frame, 12, 14);
            default:
                return -1;
        }
    }

    /// <summary>Skips VLAN tags of 4 bytes each: 2 bytes, and the type of what follows.</summary>
    /// <param name="frame">The frame.</param>
    /// <param name="type">The offset of the first type.</param>
    /// <param name="next">The offset of what it is the type of.</param>
    /// <returns>The offset of the IP header, or -1 if the frame is not IP.</returns>
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

    private static bool TryParseIpv4(ReadOnlySpan<byte> ip, int length, out TcpSegment segment)
    {
        segment = default;
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

        return TryParseTcp(
            ip.Slice(header, Math.Min(total, ip.Length) - header),
            total - header,
            0,
            TcpEndpoints.Mapped | BinaryPrimitives.ReadUInt32BigEndian(ip.Slice(12)),
            0,
            TcpEndpoints.Mapped | BinaryPrimitives.ReadUInt32BigEndian(ip.Slice(16)),
            out segment);
    }

    private static bool TryParseIpv6(ReadOnlySpan<byte> ip, int wireLength, out TcpSegment segment)
    {
        segment = default;
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

        return next == TcpProtocol && TryParseTcp(
            rest,
            length,
            BinaryPrimitives.ReadUInt64BigEndian(ip.Slice(8)),
            BinaryPrimitives.ReadUInt64BigEndian(ip.Slice(16)),
            BinaryPrimitives.ReadUInt64BigEndian(ip.Slice(24)),
            BinaryPrimitives.ReadUInt64BigEndian(ip.Slice(32)),
            out segment);
    }

    private static bool TryParseTcp(
        ReadOnlySpan<byte> tcp, int length, ulong sourceHigh, ulong sourceLow, ulong destinationHigh, ulong destinationLow, out TcpSegment segment)
    {
        segment = default;
        if (tcp.Length < 20)
        {
            return false;
        }

        int header = (tcp[12] >> 4) * 4;
        if (header < 20 || header > length)
        {
            return false;
        }

        segment = new TcpSegment
        {
            Endpoints = new TcpEndpoints
            {
                SourceHigh = sourceHigh,
                SourceLow = sourceLow,
                DestinationHigh = destinationHigh,
                DestinationLow = destinationLow,
                SourcePort = BinaryPrimitives.ReadUInt16BigEndian(tcp),
                DestinationPort = BinaryPrimitives.ReadUInt16BigEndian(tcp.Slice(2)),
            },
            Sequence = BinaryPrimitives.ReadUInt32BigEndian(tcp.Slice(4)),
            IsFin = (tcp[13] & 0x01) != 0,
            IsSyn = (tcp[13] & 0x02) != 0,
            IsReset = (tcp[13] & 0x04) != 0,
            IsPush = (tcp[13] & 0x08) != 0,
            IsAcknowledgement = (tcp[13] & 0x10) != 0,
            Payload = tcp.Slice(Math.Min(header, tcp.Length)),
            PayloadLength = length - header,
        };
        return true;
    }
}
