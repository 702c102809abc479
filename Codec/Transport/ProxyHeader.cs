using System.Globalization;
using System.Linq;
using System.Text;

namespace Codec.Transport;

/// <summary>Reads the header of the PROXY protocol, with which a proxy tells the address of its client. Stateless and thread-safe.</summary>
/// <remarks>The format is that of proxy-protocol.txt of 2020/03/05, which HAProxy 2.6 contains. Extensions (TLVs) are skipped.</remarks>
internal static class ProxyHeader
{
    /// <summary>The largest accepted header, in bytes: nginx's limit. Headers that contain the client's certificate need a few kilobytes.</summary>
    internal const int MaxLength = 4096;

    // The largest line of version 1, with CRLF (section 2.1).
    private const int MaxLineLength = 107;

    // The signature, the version with the command, the address family, and the length of what follows (section 2.2).
    private const int FixedLength = 16;
    private const byte Local = 0x20;
    private const byte Proxy = 0x21;

    private static ReadOnlySpan<byte> LineStart => "PROXY "u8;
    private static ReadOnlySpan<byte> Signature => "\r\n\r\n\0\r\nQUIT\n"u8;

    /// <summary>Reads a header from the first bytes of a connection.</summary>
    /// <param name="bytes">The received bytes, which can have a part of the header, or more.</param>
    /// <param name="length">The length of the header in bytes, if the result is <see cref="OperationStatus.Done"/>.</param>
    /// <param name="client">The address of the client, or <see langword="null"/> if the header states none.</param>
    /// <returns><see cref="OperationStatus.Done"/>, <see cref="OperationStatus.NeedMoreData"/> or <see cref="OperationStatus.InvalidData"/>.</returns>
    internal static OperationStatus Read(ReadOnlySpan<byte> bytes, out int length, out IPEndPoint? client)
    {
        length = 0;
        client = null;
        return HasStart(bytes, LineStart) ? ReadLine(bytes, ref length, ref client)
            : HasStart(bytes, Signature) ? ReadBinary(bytes, ref length, ref client)
            : OperationStatus.InvalidData;
    }

    private static OperationStatus ReadLine(ReadOnlySpan<byte> bytes, ref int length, ref IPEndPoint? client)
    {
        length = bytes.Slice(0, Math.Min(bytes.Length, MaxLineLength)).IndexOf((byte)'\n') + 1;

        // The start has no line feed, so something precedes the line feed.
        if (length == 0 ? bytes.Length >= MaxLineLength : bytes[length - 2] != '\r')
        {
            return OperationStatus.InvalidData;
        }

        if (length == 0)
        {
            return OperationStatus.NeedMoreData;
        }

        string[] parts = Encoding.ASCII.GetString(bytes.Slice(LineStart.Length, length - 2 - LineStart.Length).ToArray()).Split(' ');
        if (parts.Length == 5 && TryParse(parts[0], parts[1], out IPAddress? source) && TryParse(parts[0], parts[2], out _)
            && TryParse(parts[3], out int port) && TryParse(parts[4], out _))
        {
            client = new IPEndPoint(source, port);
        }

        return client is not null || parts[0] == "UNKNOWN" ? OperationStatus.Done : OperationStatus.InvalidData;
    }

    private static OperationStatus ReadBinary(ReadOnlySpan<byte> bytes, ref int length, ref IPEndPoint? client)
    {
        if (bytes.Length < FixedLength)
        {
            return OperationStatus.NeedMoreData;
        }

        // Unspecified, IPv4, IPv6 or a Unix socket, over a stream or datagrams: two addresses and two ports, or two paths.
        byte family = bytes[13];
        int addressLength = family switch { 0x11 or 0x12 => 4, 0x21 or 0x22 => 16, 0x31 or 0x32 => 108, 0 => 0, _ => MaxLength };
        int portsLength = addressLength is 4 or 16 ? 4 : 0;
        length = FixedLength + ((bytes[14] << 8) | bytes[15]);
        bool isValid = bytes[12] == Local || (bytes[12] == Proxy && length - FixedLength >= (2 * addressLength) + portsLength);
        if (!isValid || length > MaxLength)
        {
            return OperationStatus.InvalidData;
        }

        if (bytes.Length < length)
        {
            return OperationStatus.NeedMoreData;
        }

        if (bytes[12] == Proxy && portsLength != 0)
        {
            int port = FixedLength + (2 * addressLength);
            client = new IPEndPoint(new IPAddress(bytes.Slice(FixedLength, addressLength).ToArray()), (bytes[port] << 8) | bytes[port + 1]);
        }

        return OperationStatus.Done;
    }

    private static bool HasStart(ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> start) =>
        start.StartsWith(bytes.Slice(0, Math.Min(bytes.Length, start.Length)));

    /// <summary>Parses an address in its only form. <see cref="IPAddress.TryParse(string?, out IPAddress?)"/> also accepts octal numbers, scopes and ports.</summary>
    private static bool TryParse(string family, string text, [NotNullWhen(true)] out IPAddress? address)
    {
        const string Allowed = "0123456789.:abcdefABCDEF";
        address = null;
        return text.All(letter => Allowed.Contains(letter)) && IPAddress.TryParse(text, out address) && family switch
        {
            "TCP4" => address.ToString() == text && address.AddressFamily == AddressFamily.InterNetwork,
            "TCP6" => address.AddressFamily == AddressFamily.InterNetworkV6,
            _ => false,
        };
    }

    private static bool TryParse(string text, out int port) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out port) && port <= ushort.MaxValue
            && (text[0] != '0' || text.Length == 1);
}
