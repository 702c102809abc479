namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketConnection"/> over a WebSocket, whose messages are a stream of bytes.</summary>
public class WebSocketSink : PacketSink
{
    private readonly WebSocketPair _pair = new();
    private readonly MemoryStream _sent = new();
    private PacketConnection? _connection;
    private Task? _receiving;

    private protected virtual PacketWebSocketMode Mode => PacketWebSocketMode.ByteStream;

    public override void Open(PacketFormat format)
    {
        _connection = new PacketConnection(_pair.Client, format, mode: Mode);
        _receiving = Task.Run(() => ReceiveAsync(format));
    }

    public override void Send<TPacket>(in TPacket packet) => Wait(_connection!.SendAsync(packet));

    public override void Send(uint id, byte[] payload) => Wait(_connection!.SendAsync(id, payload));

    public override byte[] Close()
    {
        Wait(_connection!.CompleteAsync());
        _receiving!.WaitAsync(Limit).GetAwaiter().GetResult();
        return _sent.ToArray();
    }

    public override void Dispose()
    {
        _connection?.DisposeAsync().AsTask().WaitAsync(Limit).GetAwaiter().GetResult();
        _pair.Dispose();
        base.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Checks a message that was received whole.</summary>
    private protected virtual void Check(ReadOnlySpan<byte> message, PacketFormat format)
    {
    }

    private static void Wait(ValueTask sending) => sending.AsTask().WaitAsync(Limit).GetAwaiter().GetResult();

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

            _sent.Write(buffer, 0, received.Count);
            if (received.EndOfMessage)
            {
                Check(_sent.GetBuffer().AsSpan(start, (int)_sent.Length - start), format);
                start = (int)_sent.Length;
            }
        }
    }
}
