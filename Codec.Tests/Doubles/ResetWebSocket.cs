using System;
using System.Net.WebSockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Tests.Doubles;

/// <summary>A WebSocket that was reset by the peer. To close it throws an <see cref="OperationCanceledException"/>, as in .NET.</summary>
internal sealed class ResetWebSocket : WebSocket
{
    public override WebSocketCloseStatus? CloseStatus => null;

    public override string? CloseStatusDescription => null;

    public override WebSocketState State => WebSocketState.Open;

    public override string? SubProtocol => null;

    public override void Abort()
    {
    }

    public override Task CloseAsync(WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken) =>
        Task.FromException(new OperationCanceledException());

    public override Task CloseOutputAsync(WebSocketCloseStatus closeStatus, string? statusDescription, CancellationToken cancellationToken) =>
        Task.FromException(new OperationCanceledException());

    public override void Dispose()
    {
    }

    public override Task<WebSocketReceiveResult> ReceiveAsync(ArraySegment<byte> buffer, CancellationToken cancellationToken) =>
        new TaskCompletionSource<WebSocketReceiveResult>().Task;

    public override Task SendAsync(ArraySegment<byte> buffer, WebSocketMessageType messageType, bool endOfMessage, CancellationToken cancellationToken) =>
        Task.CompletedTask;
}
