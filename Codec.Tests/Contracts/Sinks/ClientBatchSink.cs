namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketClient"/> whose packets are written, and flushed at the end.</summary>
public sealed class ClientBatchSink : ClientSink
{
    public override void Send<TPacket>(in TPacket packet) => Check(Client.TryWrite(packet));

    public override void Send(uint id, byte[] payload) => Check(Client.TryWrite(id, payload));

    public override byte[] Close()
    {
        Client.Flush();
        return base.Close();
    }
}
