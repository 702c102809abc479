using Codec.Packets;

namespace Codec.Transport;

/// <summary>The binary messages that a WebSocket receives, as a stream of bytes. It leaves the WebSocket open.</summary>
/// <remarks>
/// A cancelled read loses nothing. Cancelling the receive of a WebSocket would abort the WebSocket, so the receive continues into this object's own
/// memory, and the next read gets its result.
/// </remarks>
internal sealed class WebSocketInput : ReceiveStream
{
    // A message is usually smaller. A larger message needs several reads.
    private const int OwnSize = 16 * 1024;

    private readonly WebSocket _webSocket;

    // Validates the messages, if each is a packet; otherwise, null.
    private readonly PacketMessages? _messages;
    private readonly byte[] _probe = new byte[1];
    private readonly CancellationTokenSource _closing = new();
    private readonly TaskCompletionSource<bool> _lastReceive = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private byte[]? _own;
    private int _ownStart;
    private int _ownEnd;
    private Task<int>? _pending;
    private byte _lastByte;
    private bool _hasEnded;
    private bool _isReceiving;

    internal WebSocketInput(WebSocket webSocket, PacketFormat? format)
    {
        _webSocket = webSocket;
        _messages = format is null ? null : new PacketMessages(format);
    }

    /// <summary>Cancels the pending receive and every later one. For the WebSocket, that is an abort.</summary>
    internal void Cancel() => _closing.Cancel();

    /// <summary>Cancels the pending receive, if there is one, unless it fails within a time.</summary>
    internal async Task CancelAfterAsync(TimeProvider time, TimeSpan timeout)
    {
        if (!Volatile.Read(ref _isReceiving))
        {
            return;
        }

        using CancellationTokenSource deadline = DeadlineTokens.Create(time, timeout);
        try
        {
            await TaskWaits.WaitAsync(_lastReceive.Task, deadline.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            Cancel();
        }
    }

    private protected override ValueTask<int> ReceiveAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        cancellationToken.CanBeCanceled || _pending is not null || _ownStart < _ownEnd
            ? ReceiveCancelableAsync(buffer, offset, count, cancellationToken)
            : ReceiveNextAsync(buffer, offset, count);

    /// <summary>Receives through this object's own memory.</summary>
    private async ValueTask<int> ReceiveCancelableAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (_ownStart == _ownEnd)
        {
            _own ??= new byte[OwnSize];
            _pending ??= ReceiveNextAsync(_own, 0, OwnSize).AsTask();
            if (!_pending.IsCompleted)
            {
                await TaskWaits.WaitAsync(_pending, cancellationToken).ConfigureAwait(false);
            }

            Task<int> received = _pending;
            _pending = null;
            _ownStart = _ownEnd = 0;
            _ownEnd = await received.ConfigureAwait(false);
        }

        int taken = Math.Min(count, _ownEnd - _ownStart);
        _own.AsSpan(_ownStart, taken).CopyTo(buffer.AsSpan(offset));
        _ownStart += taken;
        return taken;
    }

    /// <summary>Receives at least one byte, or the end.</summary>
    private async ValueTask<int> ReceiveNextAsync(byte[] buffer, int offset, int count)
    {
        while (!_hasEnded)
        {
            if (_messages?.Rejection is { } rejection)
            {
                Throw.PacketRefused(rejection);
            }

            if (_messages is { IsPacketComplete: true })
            {
                WebSocketReceived rest = await ReceiveBinaryAsync(_probe, 0, 1).ConfigureAwait(false);
                if (!_hasEnded)
                {
                    _ = _messages.Validate(_probe.AsSpan(0, rest.Count), rest.EndOfMessage);
                    if (rest.EndOfMessage && _messages.Rejection is null)
                    {
                        buffer[offset] = _lastByte;
                        return 1;
                    }
                }

                continue;
            }

            WebSocketReceived received = await ReceiveBinaryAsync(buffer, offset, count).ConfigureAwait(false);
            if (_hasEnded)
            {
                break;
            }

            int ready = received.Count;
            if (_messages?.Validate(buffer.AsSpan(offset, ready), received.EndOfMessage) is { } last)
            {
                // The last byte of a packet is returned after its message has ended. Until then, the peer has not completed the packet.
                ready = last;
                _lastByte = buffer[offset + ready];
            }

            if (ready > 0)
            {
                return ready;
            }
        }

        return 0;
    }

    private async ValueTask<WebSocketReceived> ReceiveBinaryAsync(byte[] buffer, int offset, int count)
    {
        Volatile.Write(ref _isReceiving, true);
        try
        {
            WebSocketReceived received = await WebSocketCalls.ReceiveAsync(_webSocket, buffer, offset, count, _closing.Token).ConfigureAwait(false);
            Volatile.Write(ref _isReceiving, false);
            if (received.MessageType == WebSocketMessageType.Close)
            {
                End();
            }
            else if (received.MessageType == WebSocketMessageType.Text)
            {
                PacketCounters.CountError(PacketError.None);
                Throw.TextMessage();
            }

            return received;
        }
        catch (Exception exception)
        {
            _lastReceive.TrySetResult(true);
            if (exception is OperationCanceledException)
            {
                // No caller cancelled the receive: a WebSocket reports with this exception that it was aborted.
                Throw.WebSocketAborted(exception);
            }

            throw;
        }
    }

    /// <summary>Ends the stream, unless the peer's close frame reports an error.</summary>
    private void End()
    {
        _hasEnded = true;
        _lastReceive.TrySetResult(true);
        if (_webSocket.CloseStatus is { } status and not (WebSocketCloseStatus.NormalClosure or WebSocketCloseStatus.EndpointUnavailable or WebSocketCloseStatus.Empty))
        {
            Throw.WebSocketClosed((int)status, _webSocket.CloseStatusDescription);
        }
    }
}
