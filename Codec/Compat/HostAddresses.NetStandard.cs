#if !NET
namespace Codec.Compat;

/// <summary>Resolves host names. netstandard cannot cancel this: a cancelled look-up continues, and its result or its failure is ignored.</summary>
internal static class HostAddresses
{
    internal static async Task<IPAddress[]> GetAsync(string host, CancellationToken cancellationToken)
    {
        ResumableWait<IPAddress[]> wait = new();
        try
        {
            return await wait.WaitAsync(Dns.GetHostAddressesAsync(host), cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            wait.Abandon();
        }
    }
}
#endif
