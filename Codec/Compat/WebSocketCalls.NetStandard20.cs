#if NETSTANDARD2_0
global using WebSocketReceived = System.Net.WebSockets.WebSocketReceiveResult;


namespace Codec.Compat;

/// <summary>Receives and sends messages of a WebSocket. netstandard2.0 has only the overloads for arrays.</summary>
internal static class WebSocketCalls
{
    internal static ValueTask<WebSocketReceived> ReceiveAsync(
        WebSocket webSocket, byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        new(webSocket.ReceiveAsync(new ArraySegment<byte>(buffer, offset, count), cancellationToken));

    internal static ValueTask SendAsync(WebSocket webSocket, ReadOnlyMemory<byte> message)
    {
        ArraySegment<byte> array = MemoryMarshal.TryGetArray(message, out ArraySegment<byte> own) ? own : new ArraySegment<byte>(message.ToArray());
        return new ValueTask(webSocket.SendAsync(array, WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None));
    }
}
#endif
