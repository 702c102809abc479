#if NETSTANDARD2_0
global using WebSocketReceived = System.Net.WebSockets.WebSocketReceiveResult;
#else
global using WebSocketReceived = System.Net.WebSockets.ValueWebSocketReceiveResult;
#endif

namespace Codec.Compat;

/// <summary>Receives and sends through the overloads of a WebSocket that allocate least. netstandard2.0 has only those for arrays.</summary>
internal static class WebSocketCalls
{
#if NETSTANDARD2_0
    internal static ValueTask<WebSocketReceived> ReceiveAsync(
        WebSocket webSocket, byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        new(webSocket.ReceiveAsync(new ArraySegment<byte>(buffer, offset, count), cancellationToken));

    internal static ValueTask SendAsync(WebSocket webSocket, ReadOnlyMemory<byte> message)
    {
        ArraySegment<byte> array = MemoryMarshal.TryGetArray(message, out ArraySegment<byte> own) ? own : new ArraySegment<byte>(message.ToArray());
        return new ValueTask(webSocket.SendAsync(array, WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None));
    }
#else
    internal static ValueTask<WebSocketReceived> ReceiveAsync(
        WebSocket webSocket, byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        webSocket.ReceiveAsync(buffer.AsMemory(offset, count), cancellationToken);

    internal static ValueTask SendAsync(WebSocket webSocket, ReadOnlyMemory<byte> message) =>
        webSocket.SendAsync(message, WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None);
#endif
}
