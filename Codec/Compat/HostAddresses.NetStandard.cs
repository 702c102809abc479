#if !NET
using System.Net;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Resolves host names. netstandard cannot cancel this: a cancelled look-up continues, and its result is discarded.</summary>
internal static class HostAddresses
{
    internal static Task<IPAddress[]> GetAsync(string host, CancellationToken cancellationToken) =>
        new ResumableWait<IPAddress[]>().WaitAsync(Dns.GetHostAddressesAsync(host), cancellationToken).AsTask();
}
#endif
