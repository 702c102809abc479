using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;

namespace Codec.Transport;

/// <summary>Makes TCP connections.</summary>
internal static class TcpConnector
{
    /// <summary>Connects to an address, or to the first address of a host name that can be connected to.</summary>
    /// <returns>A connected socket, which the caller owns.</returns>
    internal static async Task<Socket> ConnectAsync(EndPoint endPoint, CancellationToken cancellationToken)
    {
        // A host name can have addresses of both families.
        Socket socket = endPoint.AddressFamily == AddressFamily.Unspecified
            ? new(SocketType.Stream, ProtocolType.Tcp)
            : new(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await SocketConnects.ConnectAsync(socket, endPoint, cancellationToken).ConfigureAwait(false);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Connects to a host: each of its addresses is tried, on every runtime. Mono's own implementation tries only IPv6 addresses.</summary>
    /// <returns>A connected socket, which the caller owns.</returns>
    internal static async Task<Socket> ConnectAsync(string host, int port, CancellationToken cancellationToken)
    {
        IPAddress[] addresses = IPAddress.TryParse(host, out IPAddress? single)
            ? [single]
            : await HostAddresses.GetAsync(host, cancellationToken).ConfigureAwait(false);
        for (int i = 0; ; i++)
        {
            if (i == addresses.Length)
            {
                Throw.UnknownHost(host);
            }

            try
            {
                return await ConnectAsync(new IPEndPoint(addresses[i], port), cancellationToken).ConfigureAwait(false);
            }
            catch (SocketException) when (i < addresses.Length - 1)
            {
                // The next address is tried.
            }
        }
    }
}
