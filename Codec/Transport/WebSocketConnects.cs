#if NET
using System.Net.Http;

namespace Codec.Transport;

/// <summary>Connects WebSockets. If that fails or is cancelled, the TCP connection is closed at once.</summary>
/// <remarks>
/// The delegate connects a socket to the server or to a proxy.
/// The runtime's own handler does not stop a TCP connect when the request is cancelled, and then leaves the connection open until a garbage collection (seen
/// with .NET 10.0.12). So the sockets are made and owned here.
/// </remarks>
internal static class WebSocketConnects
{
    /// <summary>Gets whether the browser implements every WebSocket.</summary>
    internal static bool IsBrowsers => OperatingSystem.IsBrowser();

    internal static async Task ConnectAsync(
        ClientWebSocket webSocket, Uri address, Func<DnsEndPoint, CancellationToken, Task<Socket>> connect, CancellationToken cancellationToken)
    {
        if (IsBrowsers)
        {
            // A browser has no sockets: it connects its own WebSocket.
            await webSocket.ConnectAsync(address, cancellationToken).ConfigureAwait(false);
            return;
        }

        using CancellationTokenSource failure = new();
        CancellationToken hasFailed = failure.Token;
        using SocketsHttpHandler handler = new() { UseCookies = false, ConnectCallback = OpenAsync };
        using HttpMessageInvoker invoker = new(handler);
        try
        {
            await webSocket.ConnectAsync(address, invoker, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await failure.CancelAsync().ConfigureAwait(false);
            throw;
        }

        async ValueTask<Stream> OpenAsync(SocketsHttpConnectionContext context, CancellationToken _)
        {
            Socket socket = await connect(context.DnsEndPoint, hasFailed).ConfigureAwait(false);
            hasFailed.UnsafeRegister(static socket => ((Socket)socket!).Dispose(), socket);
            socket.NoDelay = true;
            return new NetworkStream(socket, ownsSocket: true);
        }
    }
}
#endif
