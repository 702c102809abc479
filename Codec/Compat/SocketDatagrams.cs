#if NET
using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Datagrams to and from anybody.</summary>
internal static class SocketDatagrams
{
    internal static ValueTask SendAsync(Socket socket, ArraySegment<byte> datagram, EndPoint? remoteEndPoint, CancellationToken cancellationToken)
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

    internal static ValueTask<SocketReceiveFromResult> ReceiveAsync(Socket socket, ArraySegment<byte> buffer, CancellationToken cancellationToken) =>
        socket.ReceiveFromAsync(buffer.AsMemory(), SocketFlags.None, Anybody(socket), cancellationToken);

    private static IPEndPoint Anybody(Socket socket) =>
        new(socket.AddressFamily == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any, 0);
}
#endif
