namespace Codec.Transport;

internal static class TcpConnector
{
    /// <summary>Connects to an address, or to the first address of a host name that can be connected to.</summary>
    /// <returns>A connected socket, which the caller owns.</returns>
    /// <exception cref="ArgumentException">The host name is empty or white space, or TCP does not have addresses of this family.</exception>
    internal static Task<Socket> ConnectAsync(EndPoint endPoint, CancellationToken cancellationToken)
    {
        if (endPoint is not DnsEndPoint name)
        {
            return ConnectToAddressAsync(endPoint, cancellationToken);
        }

        if (string.IsNullOrWhiteSpace(name.Host))
        {
            Throw.HostEmpty(nameof(endPoint));
        }

        return ConnectAsync(name.Host, name.Port, name.AddressFamily, TimeProvider.System, Timeout.InfiniteTimeSpan, cancellationToken);
    }

    /// <summary>Connects to a host: each of its addresses is tried, on every runtime. Mono's own implementation tries only IPv6 addresses.</summary>
    /// <remarks>
    /// The caller cancels the token after <paramref name="timeout"/>, unless that is infinite. An address that does not answer has an equal share of it, but at
    /// least a second.
    /// </remarks>
    internal static async Task<Socket> ConnectAsync(
        string host, int port, AddressFamily family, TimeProvider time, TimeSpan timeout, CancellationToken cancellationToken)
    {
        IPAddress[] addresses = IPAddress.TryParse(host, out IPAddress? single)
            ? [single]
            : await HostAddresses.GetAsync(host, cancellationToken).ConfigureAwait(false);
        if (family != AddressFamily.Unspecified)
        {
            addresses = Array.FindAll(addresses, address => address.AddressFamily == family);
        }

        if (addresses.Length == 0)
        {
            Throw.UnknownHost(host);
        }

        return await ConnectAsync(addresses, port, time, timeout, cancellationToken).ConfigureAwait(false);
    }

    internal static async Task<Socket> ConnectAsync(IPAddress[] addresses, int port, TimeProvider time, TimeSpan timeout, CancellationToken cancellationToken)
    {
        TimeSpan share = timeout < TimeSpan.Zero ? timeout : TimeSpan.FromTicks(Math.Max(timeout.Ticks / addresses.Length, TimeSpan.TicksPerSecond));
        for (int i = 0; i < addresses.Length - 1; i++)
        {
            using CancellationTokenSource deadline = DeadlineTokens.Create(time, share);
            using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
            try
            {
                return await ConnectToAddressAsync(new IPEndPoint(addresses[i], port), either.Token).ConfigureAwait(false);
            }
            catch (Exception exception) when (exception is SocketException or OperationCanceledException && !cancellationToken.IsCancellationRequested)
            {
                // The next address is tried.
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                // The exception has the caller's token.
                cancellationToken.ThrowIfCancellationRequested();
            }
        }

        return await ConnectToAddressAsync(new IPEndPoint(addresses[addresses.Length - 1], port), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Creates a TCP socket for an address.</summary>
    /// <param name="endPoint">
    /// The address. An IPv4 address that is mapped to IPv6, such as the peer's of a listener on <see cref="IPAddress.IPv6Any"/>, becomes the IPv4 address,
    /// because an IPv6 socket cannot use it.
    /// </param>
    /// <exception cref="ArgumentException">The address is a host name, or TCP does not have addresses of its family.</exception>
    internal static Socket CreateSocket(ref EndPoint endPoint)
    {
        endPoint = IPAddresses.Unmap(endPoint);
        if (endPoint is DnsEndPoint || !IPAddresses.IsIP(endPoint.AddressFamily))
        {
            Throw.EndPointNotTcp(endPoint);
        }

        return new Socket(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
    }

    private static async Task<Socket> ConnectToAddressAsync(EndPoint address, CancellationToken cancellationToken)
    {
        Socket socket = CreateSocket(ref address);
        try
        {
            await SocketConnects.ConnectAsync(socket, address, cancellationToken).ConfigureAwait(false);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
