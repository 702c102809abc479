namespace Codec.Compat;

/// <summary>Connects sockets. netstandard cannot cancel a connect, so cancellation closes the socket.</summary>
internal static class SocketConnects
{
#if NET
    internal static ValueTask ConnectAsync(Socket socket, EndPoint endPoint, CancellationToken cancellationToken) =>
        socket.ConnectAsync(endPoint, cancellationToken);
#else
    internal static async ValueTask ConnectAsync(Socket socket, EndPoint endPoint, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using CancellationTokenRegistration closing = cancellationToken.Register(static state => ((Socket)state!).Dispose(), socket);
        try
        {
            await socket.ConnectAsync(endPoint).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException && cancellationToken.IsCancellationRequested)
        {
        }

        cancellationToken.ThrowIfCancellationRequested();
    }
#endif
}
