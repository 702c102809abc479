using Codec.Packets;

namespace Codec.Framing;

/// <summary>Guesses what invalid bytes are. Stateless and thread-safe.</summary>
internal static class PacketHints
{
    // The first four bytes of the HTTP methods, of HTTP responses, and of the HTTP/2 preface.
    private static readonly uint[] HttpStarts =
        [Ascii("GET "), Ascii("PUT "), Ascii("POST"), Ascii("HEAD"), Ascii("DELE"), Ascii("OPTI"), Ascii("PATC"), Ascii("CONN"), Ascii("TRAC"), Ascii("HTTP"), Ascii("PRI ")];

    // The first four bytes of a header of the PROXY protocol, version 1 and 2 (haproxy, proxy-protocol.txt).
    private static readonly uint[] ProxyStarts = [Ascii("PROX"), Ascii("\r\n\r\n")];

    internal static PacketHint Guess(ReadOnlySpan<byte> start, PacketFormat format)
    {
        Throw.IfNull(format, nameof(format));

        // A TLS record: type 20 to 23, then version 3.0 to 3.4.
        if (start.Length >= 3 && start[0] is >= 20 and <= 23 && start[1] == 3 && start[2] <= 4)
        {
            return PacketHint.Tls;
        }

        uint four = start.Length < 4 ? 0 : (uint)(start[0] | (start[1] << 8) | (start[2] << 16) | (start[3] << 24));
        if (Array.IndexOf(HttpStarts, four) >= 0)
        {
            return PacketHint.Http;
        }

        if (Array.IndexOf(ProxyStarts, four) >= 0)
        {
            return PacketHint.ProxyProtocol;
        }

        return start.Length >= format.HeaderSize && OtherOrderFits(start.Slice(0, format.HeaderSize), format) ? PacketHint.OtherByteOrder : PacketHint.None;
    }

    internal static string Describe(PacketHint hint) => hint switch
    {
        PacketHint.Http => "The bytes look like HTTP.",
        PacketHint.Tls => "The bytes look like TLS.",
        PacketHint.ProxyProtocol => "The bytes look like a header of the PROXY protocol.",
        PacketHint.OtherByteOrder => "The size would be accepted in the other byte order.",
        _ => "",
    };

    internal static string Describe(PacketError error, long position, PacketHint hint, RejectedPacket? packet = null)
    {
        string what = error == PacketError.ProxyHeaderInvalid
            ? "The connection does not begin with a valid header of the PROXY protocol."
            : FormattableString.Invariant($"{error} in the packet at byte {position}{(packet is null ? "" : ": ")}{packet}.");
        return hint == PacketHint.None ? what : what + " " + Describe(hint);
    }

    /// <summary>Guesses what ended a stream of packets. After valid packets, a truncated packet gives no hint.</summary>
    internal static PacketHint Guess(ReadOnlySpan<byte> start, PacketFormat format, PacketError error, long position) =>
        position == 0 || error is PacketError.PayloadTooLarge or PacketError.SizeTooSmall ? Guess(start, format) : PacketHint.None;

    private static bool OtherOrderFits(ReadOnlySpan<byte> header, PacketFormat format)
    {
        int offset = !format.IsIdFirst ? 0 : format.IdWidth;
        uint little = 0;
        uint big = 0;
        for (int i = 0; i < format.SizeWidth; i++)
        {
            little |= (uint)header[offset + i] << (8 * i);
            big = (big << 8) | header[offset + i];
        }

        (uint own, uint other) = !format.IsBigEndian ? (little, big) : (big, little);
        int least = format.SizeCountsHeader ? format.HeaderSize : 0;

        // The size must be larger in the byte order of the format: a size that is too small does not suggest the other order.
        return own > other && other >= least && other - least <= format.MaxPayloadSize;
    }

    private static uint Ascii(string four) => (uint)(four[0] | (four[1] << 8) | (four[2] << 16) | (four[3] << 24));
}
