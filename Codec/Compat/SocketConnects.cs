#if NET
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Connects sockets. A connect can be cancelled.</summary>
internal static class SocketConnects
{
    internal static ValueTask ConnectAsync(Socket socket, EndPoint endPoint, CancellationToken cancellationToken) =>
        socket.ConnectAsync(endPoint, cancellationToken);
}
#endif
