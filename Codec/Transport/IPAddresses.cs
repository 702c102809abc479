namespace Codec.Transport;

internal static class IPAddresses
{
    internal static bool IsIP(AddressFamily family) => family is AddressFamily.InterNetwork or AddressFamily.InterNetworkV6;

    /// <summary>Converts an IPv4 address that is mapped to IPv6 to the IPv4 address. Returns any other address unchanged.</summary>
    internal static EndPoint Unmap(EndPoint endPoint) =>
        endPoint is IPEndPoint { Address.IsIPv4MappedToIPv6: true } mapped ? new IPEndPoint(mapped.Address.MapToIPv4(), mapped.Port) : endPoint;
}
