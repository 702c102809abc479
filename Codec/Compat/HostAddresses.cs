namespace Codec.Compat;

/// <summary>Resolves host names. netstandard cannot cancel this: a cancelled look-up continues, and its result or its failure is ignored.</summary>
internal static class HostAddresses
{
#if NET
    internal static Task<IPAddress[]> GetAsync(string host, CancellationToken cancellationToken) => Dns.GetHostAddressesAsync(host, cancellationToken);
#else
    internal static async Task<IPAddress[]> GetAsync(string host, CancellationToken cancellationToken)
    {
        Task<IPAddress[]> addresses = Dns.GetHostAddressesAsync(host);
        await TaskWaits.WaitAsync(addresses, cancellationToken).ConfigureAwait(false);
        return addresses.Result;
    }
#endif
}
