using System;
using System.Collections.Generic;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Cli.Traffic;

/// <summary>Connects to a server that may have several addresses.</summary>
internal static class ServerConnector
{
    /// <summary>Tries the addresses, in their order, until one accepts.</summary>
    /// <param name="addresses">The server's addresses.</param>
    /// <param name="timeout">The time for each address.</param>
    /// <param name="cancellationToken">Stops trying.</param>
    /// <returns>A connected socket, which the caller owns; or <see langword="null"/>, and why each address failed.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    internal static async Task<(Socket? Socket, string Reasons)> TryConnectAsync(IPEndPoint[] addresses, TimeSpan timeout, CancellationToken cancellationToken)
    {
        List<string> reasons = [];
        foreach (IPEndPoint address in addresses)
        {
            using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            limit.CancelAfter(timeout);
            Socket? socket = null;
            try
            {
                // Fails if no sockets are left, or if the system has none of this family.
                socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
                await socket.ConnectAsync(address, limit.Token).ConfigureAwait(false);
                socket.NoDelay = true;
                return (socket, "");
            }
            catch (Exception exception)
            {
                socket?.Dispose();
                switch (exception)
                {
                    case SocketException:
                        reasons.Add($"{address}: {exception.Message}");
                        break;
                    case OperationCanceledException when !cancellationToken.IsCancellationRequested:
                        reasons.Add(string.Create(CultureInfo.InvariantCulture, $"{address} did not answer within {timeout.TotalSeconds:0.###} seconds"));
                        break;
                    default:
                        throw;
                }
            }
        }

        return (null, string.Join("; ", reasons));
    }
}
