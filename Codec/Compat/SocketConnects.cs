#if NET
namespace Codec.Compat;

/// <summary>Connects sockets. A connect can be cancelled.</summary>
internal static class SocketConnects
{
    internal static ValueTask ConnectAsync(Socket socket, EndPoint endPoint, CancellationToken cancellationToken) =>
        socket.ConnectAsync(endPoint, cancellationToken);
}
#endif
