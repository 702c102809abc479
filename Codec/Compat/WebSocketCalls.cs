#if !NETSTANDARD2_0
global using WebSocketReceived = System.Net.WebSockets.ValueWebSocketReceiveResult;


namespace Codec.Compat;

/// <summary>Receives and sends through the overloads of a WebSocket that allocate least.</summary>
internal static class WebSocketCalls
{
    internal static ValueTask<WebSocketReceived> ReceiveAsync(
        WebSocket webSocket, byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        webSocket.ReceiveAsync(buffer.AsMemory(offset, count), cancellationToken);

    internal static ValueTask SendAsync(WebSocket webSocket, ReadOnlyMemory<byte> message) =>
        webSocket.SendAsync(message, WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None);
}
#endif
