using Codec.Packets;

namespace Codec.Transport;

/// <summary>A WebSocket, whose binary messages are a stream of bytes, or one packet each.</summary>
internal sealed class WebSocketTransport : PacketTransport
{
    private readonly WebSocket _webSocket;
    private readonly WebSocketInput _input;

    // The format of the packets into which a block is split, if each message is a packet; otherwise, null.
    private readonly PacketFormat? _format;
    private bool _hasEndedOutput;

    /// <summary>Takes ownership of a WebSocket. Asks the runtime whether it is a browser's if <paramref name="isBrowsers"/> is <see langword="null"/>.</summary>
    internal WebSocketTransport(WebSocket webSocket, PacketFormat? format, PacketWebSocketMode mode, bool? isBrowsers = null)
    {
        Throw.IfNull(webSocket, nameof(webSocket));

        if (mode > PacketWebSocketMode.PacketPerMessage)
        {
            Throw.UndefinedValue(nameof(mode), (int)mode);
        }

        _webSocket = webSocket;
        _format = mode == PacketWebSocketMode.PacketPerMessage ? format ?? PacketFormat.Default : null;
        _input = new WebSocketInput(webSocket, _format);
        CanEndOutput = !(isBrowsers ?? WebSocketConnects.IsBrowsers);
    }

    internal override Stream Input => _input;
    internal override bool CancelsReads => false;

    /// <remarks>A browser discards what arrives after its own close frame, so it sends none before <see cref="Dispose"/>.</remarks>
    internal override bool CanEndOutput { get; }

    internal override bool CanResume => _format is null;

    internal override ValueTask WriteAsync(ReadOnlyMemory<byte> bytes)
    {
        if (!CanEndOutput && _webSocket.State != WebSocketState.Open)
        {
            // The browser would discard the messages without an error.
            Throw.BrowserClosed();
        }

        return _format is null ? WebSocketCalls.SendAsync(_webSocket, bytes) : SendPacketsAsync(bytes, _format);
    }

    internal override async Task EndOutputAsync()
    {
        if (!CanEndOutput)
        {
            return;
        }

        await _webSocket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None).ConfigureAwait(false);
        Volatile.Write(ref _hasEndedOutput, true);
    }

    // Before the end of the output, a write may be stuck. In a browser, Abort sends the accepted messages and a close frame.
    public override void Dispose() => IgnoreErrors(Volatile.Read(ref _hasEndedOutput) ? _webSocket.Dispose : _webSocket.Abort);

    /// <remarks>
    /// Over Kestrel, only the token of a receive ends it. Cancelling a receive aborts the WebSocket, so after the close frame, the peer has time to answer.
    /// </remarks>
    internal override void CancelRead(TimeProvider time, TimeSpan closeTimeout)
    {
        // A thread of the pool runs the code that waits for the receive.
        if (Volatile.Read(ref _hasEndedOutput))
        {
            _ = Task.Run(() => _input.CancelAfterAsync(time, closeTimeout));
        }
        else
        {
            _ = Task.Run(_input.Cancel);
        }
    }

    /// <summary>Sends each packet of a block as a message.</summary>
    private async ValueTask SendPacketsAsync(ReadOnlyMemory<byte> bytes, PacketFormat format)
    {
        while (bytes.Length > 0)
        {
            int length = format.Measure(bytes.Span, bytes.Length).Length;
            await WebSocketCalls.SendAsync(_webSocket, bytes.Slice(0, length)).ConfigureAwait(false);
            bytes = bytes.Slice(length);
        }
    }
}
