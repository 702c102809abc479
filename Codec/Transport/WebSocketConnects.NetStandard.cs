#if !NET
namespace Codec.Transport;

/// <summary>Connects WebSockets, whose sockets netstandard cannot reach.</summary>
/// <remarks>
/// A cancelled connect can leave its TCP connection open. Mono 6.8 keeps it until the server answers or closes it: neither the token nor Abort nor Dispose
/// ends the wait for the server's answer.
/// </remarks>
internal static class WebSocketConnects
{
    // .NET in a browser takes the .NET build. Debian's Mono does not have the type that could tell.
    internal static bool IsBrowsers => false;

    internal static Task ConnectAsync(
        ClientWebSocket webSocket, Uri address, Func<DnsEndPoint, CancellationToken, Task<Socket>> connect, CancellationToken cancellationToken) =>
        webSocket.ConnectAsync(address, cancellationToken);
}
#endif
