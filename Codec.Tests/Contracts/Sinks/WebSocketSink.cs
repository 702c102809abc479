namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketConnection"/> over a WebSocket, whose messages are a stream of bytes.</summary>
public class WebSocketSink : ConnectionSink
{
    private readonly WebSocketPair _pair = new();

    private protected virtual PacketWebSocketMode Mode => PacketWebSocketMode.ByteStream;

    public override void Open(PacketFormat format) =>
        Open(new PacketConnection(_pair.Client, format, mode: Mode), Task.Run(() => ReceiveAsync(format)));

    public override void Dispose()
    {
        base.Dispose();
        _pair.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Checks a message that was received whole.</summary>
    private protected virtual void Check(ReadOnlySpan<byte> message, PacketFormat format)
    {
    }

    private async Task ReceiveAsync(PacketFormat format)
    {
        byte[] buffer = new byte[100_000];
        int start = 0;
        while (true)
        {
            WebSocketReceiveResult received = await _pair.Server.ReceiveAsync(new ArraySegment<byte>(buffer), CancellationToken.None);
            if (received.MessageType == WebSocketMessageType.Close)
            {
                return;
            }

            Sent.Write(buffer, 0, received.Count);
            if (received.EndOfMessage)
            {
                Check(Sent.GetBuffer().AsSpan(start, (int)Sent.Length - start), format);
                start = (int)Sent.Length;
            }
        }
    }
}
