using Codec.Packets;

namespace Codec.Transport;

/// <summary>The binary messages that a WebSocket receives, as a stream of bytes. It leaves the WebSocket open.</summary>
/// <remarks>Reads ignore their token: cancelling the receive of a WebSocket would abort the WebSocket. The reader continues a cancelled read.</remarks>
internal sealed class WebSocketInput(WebSocket webSocket, PacketFormat? format) : ReceiveStream
{
    private readonly WebSocket _webSocket = webSocket;

    // Validates the messages, if each is a packet; otherwise, null.
    private readonly PacketMessages? _messages = format is null ? null : new PacketMessages(format);
    private readonly byte[] _probe = new byte[1];
    private readonly CancellationTokenSource _closing = new();
    private readonly TaskCompletionSource<bool> _lastReceive = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private byte _lastByte;
    private bool _hasEnded;
    private bool _isReceiving;

    /// <summary>Cancels the pending receive and every later one. For the WebSocket, that is an abort.</summary>
    internal void Cancel() => _closing.Cancel();

    /// <summary>Cancels the pending receive, if there is one, after the timeout, unless it ends before.</summary>
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

    /// <summary>Receives at least one byte, or the end.</summary>
    private protected override async ValueTask<int> ReceiveAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
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
