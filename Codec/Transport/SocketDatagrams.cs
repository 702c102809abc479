#if NET
namespace Codec.Transport;

/// <summary>Sends datagrams to any address, and receives them from any.</summary>
[SuppressMessage("Performance", "CA1822:Mark members as static", Justification = "netstandard's have a state.")]
internal readonly struct SocketDatagrams(Socket socket)
{
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

    private IPEndPoint Anybody() => new(socket.AddressFamily == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any, 0);
}
#endif
