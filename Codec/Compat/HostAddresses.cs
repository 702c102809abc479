#if NET
namespace Codec.Compat;

/// <summary>Resolves host names.</summary>
internal static class HostAddresses
{
    internal static Task<IPAddress[]> GetAsync(string host, CancellationToken cancellationToken) => Dns.GetHostAddressesAsync(host, cancellationToken);
}
#endif
