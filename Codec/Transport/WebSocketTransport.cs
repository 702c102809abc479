using System;
using System.IO;
using System.Net.WebSockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>A WebSocket, whose binary messages are a stream of bytes, or one packet each.</summary>
internal sealed class WebSocketTransport : PacketTransport
{
    private readonly WebSocket _webSocket;
    private readonly WebSocketInput _input;

    // The format of the packets into which a block is split, if each message is a packet; otherwise, null.
    private readonly PacketFormat? _format;

    /// <summary>Takes ownership of a WebSocket.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="webSocket"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="mode"/> is not defined.</exception>
    internal WebSocketTransport(WebSocket webSocket, PacketFormat? format, PacketWebSocketMode mode)
    {
        if (webSocket is null)
        {
            Throw.ArgumentNull(nameof(webSocket));
        }

        if (mode > PacketWebSocketMode.PacketPerMessage)
        {
            Throw.UndefinedValue(nameof(mode), (int)mode);
        }

        _webSocket = webSocket;
        _format = mode == PacketWebSocketMode.PacketPerMessage ? format ?? PacketFormat.Default : null;
        _input = new WebSocketInput(webSocket, _format);
    }

    internal override Stream Input => _input;

    internal override bool WritesMayBlock => true;

    internal override ValueTask WriteAsync(ReadOnlyMemory<byte> bytes) =>
        _format is null ? WebSocketCalls.SendAsync(_webSocket, bytes) : SendPacketsAsync(bytes, _format);

    internal override Task EndOutputAsync() => _webSocket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);

    public override void Dispose()
    {
        try
        {
            _webSocket.Dispose();
        }
        catch (Exception)
        {
            // Ignored, as for a stream.
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
