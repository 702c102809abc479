#if !NET
using System;
using System.Net;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Connects WebSockets. netstandard cannot give a WebSocket the socket that it uses.</summary>
internal static class WebSocketConnects
{
    internal static Task ConnectAsync(
        ClientWebSocket webSocket, Uri address, Func<DnsEndPoint, CancellationToken, Task<Socket>> connect, CancellationToken cancellationToken) =>
        webSocket.ConnectAsync(address, cancellationToken);
}
#endif
