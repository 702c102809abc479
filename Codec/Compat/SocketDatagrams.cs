namespace Codec.Compat;

/// <summary>
/// Sends datagrams to any address, and receives them from any. netstandard cannot cancel a receive: a cancelled receive continues, and the next receive gets
/// its result. A send can be cancelled there only before it begins.
/// </summary>
[SuppressMessage("Performance", "CA1822:Mark members as static", Justification = "netstandard's have a state.")]
internal sealed class SocketDatagrams(Socket socket)
{
#if NET
    internal ValueTask SendAsync(ArraySegment<byte> datagram, EndPoint? remoteEndPoint, CancellationToken cancellationToken)
    {
        ValueTask<int> sending = remoteEndPoint is null
            ? socket.SendAsync(datagram.AsMemory(), SocketFlags.None, cancellationToken)
            : socket.SendToAsync(datagram.AsMemory(), SocketFlags.None, remoteEndPoint, cancellationToken);
        if (!sending.IsCompletedSuccessfully)
        {
            return new ValueTask(sending.AsTask());
        }

        sending.GetAwaiter().GetResult();
        return default;
    }

    internal ValueTask<SocketReceiveFromResult> ReceiveAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken) =>
        socket.ReceiveFromAsync(buffer.AsMemory(), SocketFlags.None, Anybody(), cancellationToken);

    internal void Abandon()
    {
    }
#else
    private readonly UncancelableWait<SocketReceiveFromResult> _wait = new();

    // Mono considers a socket disconnected after the error ConnectionRefused, and forgets its peer.
    private readonly EndPoint? _peer = socket.Connected ? socket.RemoteEndPoint : null;

    internal async ValueTask SendAsync(ArraySegment<byte> datagram, EndPoint? remoteEndPoint, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (remoteEndPoint is null && !socket.Connected)
        {
            remoteEndPoint = _peer;
        }

        Task<int> sending = remoteEndPoint is null
            ? socket.SendAsync(datagram, SocketFlags.None)
            : socket.SendToAsync(datagram, SocketFlags.None, remoteEndPoint);
        await sending.ConfigureAwait(false);
    }

    /// <summary>Receives into an array. Every call must pass the same array.</summary>
    internal ValueTask<SocketReceiveFromResult> ReceiveAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return _wait.WaitAsync(_wait.Pending ?? socket.ReceiveFromAsync(buffer, SocketFlags.None, Anybody()), cancellationToken);
    }

    /// <summary>Ignores a later failure of a receive that continues.</summary>
    internal void Abandon() => _wait.Abandon();
#endif

    private IPEndPoint Anybody() => new(socket.AddressFamily == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any, 0);
}
