namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketClient"/> that is never polled.</summary>
public class ClientSink : PacketSink
{
    private readonly ChunkTransport _transport = new();
    private PacketClient? _client;

    public override void Open(PacketFormat format)
    {
        _client = new PacketClient(_ => new ValueTask<IPacketClientTransport>(_transport), format);
        _client.Connect();
    }

    private protected PacketClient Client => _client!;

    public override void Send<TPacket>(in TPacket packet) => Check(_client!.TrySend(packet));

    public override void Send(uint id, byte[] payload) => Check(_client!.TrySend(id, payload));

    public override byte[] Close() => [.. _transport.Sent.SelectMany(packet => packet)];

    public override void Dispose()
    {
        _client?.Dispose();
        base.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected static void Check(bool isSent) => Assert.That(isSent, Is.True);
}
