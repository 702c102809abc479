namespace Codec.Tests.Doubles;

/// <summary>
/// A WebSocket that behaves as a browser's: after a close frame of either side, it discards the messages of the other, and an abort sends a close frame.
/// </summary>
internal sealed class BrowserWebSocket(WebSocket inner) : WebSocket
{
    private bool _hasClosed;

    public override WebSocketCloseStatus? CloseStatus => inner.CloseStatus;

    public override string? CloseStatusDescription => inner.CloseStatusDescription;

    public override WebSocketState State => inner.State;

    public override string? SubProtocol => inner.SubProtocol;

    public override void Abort() => _ = CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "Connection was aborted.", CancellationToken.None);

    public override Task CloseAsync(WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken) =>
        CloseOutputAsync(closeStatus, statusDescription, cancellationToken);

    public override Task CloseOutputAsync(WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken)
    {
        Volatile.Write(ref _hasClosed, true);
        return inner.CloseOutputAsync(closeStatus, statusDescription, cancellationToken);
    }

    public override void Dispose() => Abort();

    public override async Task<WebSocketReceiveResult> ReceiveAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken)
    {
        WebSocketReceiveResult result;
        do
        {
            result = await inner.ReceiveAsync(buffer, CancellationToken.None);
        }
        while (Volatile.Read(ref _hasClosed) && result.MessageType != WebSocketMessageType.Close);

        return result;
    }

    public override Task SendAsync(ArraySegment<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken) =>
        State == WebSocketState.Open ? inner.SendAsync(buffer, messageType, endOfMessage, cancellationToken) : Task.CompletedTask;
}
