namespace Codec.Cli.Values;

/// <summary>Parses the addresses of a command line: <c>127.0.0.1:7777</c>, <c>[::1]:7777</c>, <c>game.example:7777</c>, or only a port.</summary>
internal static class EndPointText
{
    /// <summary>Parses an address. Returns the error message for the user, or <see langword="null"/> if the text was parsed.</summary>
    /// <param name="text">The text. If it is only a port, the address is 127.0.0.1.</param>
    /// <param name="allowsPortZero">Whether port 0 is allowed, so that the system chooses a port.</param>
    /// <param name="endPoint">An <see cref="IPEndPoint"/>, or a <see cref="DnsEndPoint"/> for a host name.</param>
    public static string? Parse(string text, bool allowsPortZero, out EndPoint? endPoint)
    {
        endPoint = null;
        int colon = text.LastIndexOf(':');
        string host = colon < 0 ? "127.0.0.1" : text[..colon];
        if (!ushort.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out ushort port))
        {
            return $"'{text}' has no port; expected HOST:PORT, such as 127.0.0.1:7777, with a port up to 65535.";
        }

        if (port == 0 && !allowsPortZero)
        {
            return $"'{text}' has the port 0, which only an address to listen on may have.";
        }

        bool hasBrackets = host.Length > 2 && host[0] == '[' && host[^1] == ']';
        if (hasBrackets)
        {
            host = host[1..^1];
        }

        if (IPAddress.TryParse(host, out IPAddress? address) && hasBrackets == (address.AddressFamily == AddressFamily.InterNetworkV6))
        {
            // IPv6 sockets do not connect to an IPv4-mapped address.
            endPoint = new IPEndPoint(address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address, port);
            return null;
        }

        if (hasBrackets || Uri.CheckHostName(host) != UriHostNameType.Dns)
        {
            return $"'{host}' is not a host; expected a name or an address such as 127.0.0.1 or [::1].";
        }

        endPoint = new DnsEndPoint(host, port);
        return null;
    }

    /// <summary>Resolves a host name to its addresses. Throws <see cref="CommandFailedException"/> if the name is unknown.</summary>
    public static async Task<IPEndPoint[]> ResolveAsync(EndPoint endPoint, CancellationToken cancellationToken)
    {
        if (endPoint is not DnsEndPoint name)
        {
            return [(IPEndPoint)endPoint];
        }

        try
        {
            // Linux does not cancel a lookup that has begun.
            IPAddress[] addresses = await Dns.GetHostAddressesAsync(name.Host, cancellationToken).WaitAsync(cancellationToken).ConfigureAwait(false);
            return addresses.Length == 0
                ? throw new CommandFailedException($"{name.Host}: The name has no address.")
                : Array.ConvertAll(addresses, address => new IPEndPoint(address, name.Port));
        }
        catch (SocketException exception)
        {
            throw new CommandFailedException($"{name.Host}: {exception.Message}", exception);
        }
    }
}
