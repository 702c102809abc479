using System;
using System.Net.WebSockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Framing;
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

    // The format that measures the packets, if each message is a packet; otherwise, null.
    private readonly PacketFormat? _format;
    private readonly byte[] _header = new byte[PacketFormat.LargestHeaderSize];
    private readonly byte[] _probe = new byte[1];
    private readonly CancellationTokenSource _closing = new();
    private readonly TaskCompletionSource<bool> _lastReceive = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private byte[]? _own;
    private int _ownStart;
    private int _ownEnd;
    private Task<int>? _pending;
    private long _position;
    private long _messageLength;
    private long _packetLength;
    private byte _lastByte;
    private InvalidPacketException? _rejection;
    private bool _hasEnded;
    private bool _isReceiving;

    /// <summary>Creates a stream over the messages of a WebSocket.</summary>
    /// <param name="webSocket">The WebSocket.</param>
    /// <param name="format">The format if each message must be one packet; otherwise, <see langword="null"/>.</param>
    internal WebSocketInput(WebSocket webSocket, PacketFormat? format)
    {
        _webSocket = webSocket;
        _format = format;
    }

    /// <summary>Gets whether all bytes of a packet were received, but not the end of its message.</summary>
    private bool IsPacketComplete => _packetLength > 0 && _messageLength == _packetLength;

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
            if (_rejection is not null)
            {
                Throw.MessageRejected(_rejection);
            }

            if (IsPacketComplete)
            {
                WebSocketReceived rest = await ReceiveBinaryAsync(_probe, 0, 1).ConfigureAwait(false);
                if (!_hasEnded)
                {
                    Validate(_format!, _probe.AsSpan(0, rest.Count), rest.EndOfMessage);
                    if (rest.EndOfMessage && _rejection is null)
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
            if (_format is not null)
            {
                long returned = _messageLength;
                Validate(_format, buffer.AsSpan(offset, ready), received.EndOfMessage);
                if (_packetLength > 0 && _messageLength >= _packetLength)
                {
                    // The last byte of a packet is returned after its message has ended. Until then, the peer has not completed the packet.
                    ready = (int)(_packetLength - 1 - returned);
                    _lastByte = buffer[offset + ready];
                }
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

    /// <summary>Compares a part of a message with the packet that it must be. A header with an invalid size is left to the reader.</summary>
    private void Validate(PacketFormat format, ReadOnlySpan<byte> part, bool isLast)
    {
        if (_packetLength == 0)
        {
            int known = (int)Math.Min(_messageLength, _header.Length);
            part.Slice(0, Math.Min(part.Length, _header.Length - known)).CopyTo(_header.AsSpan(known));
            long length = _messageLength + part.Length;
            PacketExtent extent = format.Measure(_header.AsSpan(0, (int)Math.Min(length, _header.Length)), length);

            // A reader rejects the whole stream because of an invalid size, so the rest is not checked.
            _packetLength = extent.Error is PacketError.SizeTooSmall or PacketError.PayloadTooLarge ? long.MaxValue : extent.Length;
        }

        _messageLength += part.Length;
        if (_packetLength == long.MaxValue)
        {
            return;
        }

        if (_packetLength > 0 && _messageLength > _packetLength)
        {
            Reject(PacketError.TrailingBytes);
        }
        else if (isLast && !IsPacketComplete)
        {
            Reject(_packetLength == 0 ? PacketError.HeaderTruncated : PacketError.PayloadTruncated);
        }
        else if (isLast)
        {
            _position += _packetLength;
            _messageLength = 0;
            _packetLength = 0;
        }
    }

    /// <summary>Rejects the message. The next read throws, so that the reader gets the bytes before.</summary>
    private void Reject(PacketError error)
    {
        PacketCounters.CountError(error);
        _rejection = new InvalidPacketException(error, _position, PacketHint.None);
    }
}
