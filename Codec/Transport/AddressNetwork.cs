using System.Globalization;

namespace Codec.Transport;

/// <summary>A network of IPv4 or IPv6 addresses. netstandard has no <c>IPNetwork</c>.</summary>
internal sealed class AddressNetwork
{
    private readonly byte[] _address;
    private readonly int _prefixLength;

    /// <summary>Parses an address with the number of its fixed bits, such as <c>10.0.0.0/8</c>, or an address alone.</summary>
    /// <exception cref="ArgumentException"><paramref name="text"/> is neither.</exception>
    internal AddressNetwork(string? text)
    {
        string[] parts = (text ?? "").Split('/');
        _address = IPAddress.TryParse(parts[0], out IPAddress? address) ? address.GetAddressBytes() : [];
        _prefixLength = 8 * _address.Length;
        bool hasLength = parts.Length == 1
            || (parts.Length == 2 && int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out _prefixLength));
        if (!hasLength || _address.Length == 0 || _prefixLength > 8 * _address.Length)
        {
            Throw.NetworkInvalid(text);
        }
    }

    internal bool Contains(IPAddress address)
    {
        byte[] other = address.GetAddressBytes();
        bool isEqual = other.Length == _address.Length;
        for (int bit = 0; isEqual && bit < _prefixLength; bit++)
        {
            isEqual = ((other[bit / 8] ^ _address[bit / 8]) & (0x80 >> (bit % 8))) == 0;
        }

        return isEqual;
    }
}
