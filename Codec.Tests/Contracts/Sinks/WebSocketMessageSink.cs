namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketConnection"/> over a WebSocket, each of whose messages is one packet.</summary>
public sealed class WebSocketMessageSink : WebSocketSink
{
    private protected override PacketWebSocketMode Mode => PacketWebSocketMode.PacketPerMessage;

    private protected override void Check(ReadOnlySpan<byte> message, PacketFormat format) =>
        Assert.That(PacketDecoder.TryDecodeDatagram(message, format, out _, out PacketError error), Is.True, error.ToString());
}
