namespace Codec.Cli.Traffic;

internal static class Sockets
{
    // The largest number of pending connections.
    private const int Backlog = 512;

    /// <summary>Binds a socket to the first address of an end point, and listens for connections unless it is for datagrams. The caller owns the socket.</summary>
    internal static async Task<Socket> ListenAsync(EndPoint endPoint, bool isUdp, CancellationToken cancellationToken)
    {
        IPEndPoint local = (await EndPointText.ResolveAsync(endPoint, cancellationToken).ConfigureAwait(false))[0];
        Socket? socket = null;
        try
        {
            socket = new Socket(local.AddressFamily, isUdp ? SocketType.Dgram : SocketType.Stream, isUdp ? ProtocolType.Udp : ProtocolType.Tcp);
            if (local.Address.Equals(IPAddress.IPv6Any))
            {
                socket.DualMode = true;
            }

            socket.Bind(local);
            if (!isUdp)
            {
                socket.Listen(Backlog);
            }

            return socket;
        }
        catch (SocketException exception)
        {
            socket?.Dispose();
            throw new CommandFailedException($"Cannot listen on {local}: {exception.Message}", exception);
        }
    }

    /// <summary>Tries the addresses, in their order, until one accepts.</summary>
    /// <returns>A connected socket, which the caller owns; or <see langword="null"/>, and why each address failed.</returns>
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
                cancellationToken.ThrowIfCancellationRequested();
                reasons.Add(exception is OperationCanceledException
                    ? $"{address} did not answer within {timeout.TotalSeconds:0.###} seconds"
                    : $"{address}: {exception.Message}");
            }
        }

        return (null, string.Join("; ", reasons));
    }
}
