#if !NET
using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Datagrams to and from anybody; netstandard knows no token, so that only a wait that has not begun can be cancelled.</summary>
internal static class SocketDatagrams
{
    internal static async ValueTask SendAsync(Socket socket, ArraySegment<byte> datagram, EndPoint? remoteEndPoint, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Task<int> sending = remoteEndPoint is null
            ? socket.SendAsync(datagram, SocketFlags.None)
            : socket.SendToAsync(datagram, SocketFlags.None, remoteEndPoint);
        await sending.ConfigureAwait(false);
    }

    internal static async ValueTask<SocketReceiveFromResult> ReceiveAsync(Socket socket, ArraySegment<byte> buffer, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return await socket.ReceiveFromAsync(buffer, SocketFlags.None, Anybody(socket)).ConfigureAwait(false);
    }

    private static IPEndPoint Anybody(Socket socket) =>
        new(socket.AddressFamily == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any, 0);
}
#endif
