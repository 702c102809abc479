namespace Codec.Tests.Doubles;

/// <summary>
/// A WebSocket that receives nothing until <see cref="EndPeer"/>. As over Kestrel, <see cref="Dispose"/> and <see cref="Abort"/> do not end a pending
/// receive; its token does.
/// </summary>
/// <param name="closeFrame">The task of the close frame that is sent. By default, it has ended.</param>
internal sealed class SilentWebSocket(Task? closeFrame = null) : WebSocket
{
    private readonly TaskCompletionSource<WebSocketReceiveResult> _receive = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public override WebSocketCloseStatus? CloseStatus => null;

    public override string? CloseStatusDescription => null;

    public override WebSocketState State => WebSocketState.Open;

    public override string? SubProtocol => null;

    public bool IsReceiving { get; private set; }

    public bool IsAborted { get; private set; }

    public bool IsDisposed { get; private set; }

    /// <summary>Gets the task of the receive.</summary>
    public Task Receive => _receive.Task;

    /// <summary>Ends the receive with the peer's close frame.</summary>
    public void EndPeer() => _receive.SetResult(new WebSocketReceiveResult(0, WebSocketMessageType.Close, endOfMessage: true));

    /// <summary>Ends the receive with an exception.</summary>
    public void Fail(Exception exception) => _receive.SetException(exception);

    public override void Abort() => IsAborted = true;

    public override Task CloseAsync(WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken) =>
        CloseOutputAsync(closeStatus, statusDescription, cancellationToken);

    public override Task CloseOutputAsync(WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken) =>
        closeFrame ?? Task.CompletedTask;

    public override void Dispose() => IsDisposed = true;

    public override async Task<WebSocketReceiveResult> ReceiveAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken)
    {
        IsReceiving = true;
        using (cancellationToken.Register(() => _receive.TrySetCanceled(cancellationToken)))
        {
            return await _receive.Task.ConfigureAwait(false);
        }
    }

    public override Task SendAsync(ArraySegment<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken) =>
        Task.CompletedTask;
}
