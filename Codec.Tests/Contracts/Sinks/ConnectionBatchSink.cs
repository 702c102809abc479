namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketConnection"/> whose packets are written, and flushed at the end.</summary>
public sealed class ConnectionBatchSink : ConnectionSink
{
    public override void Send<TPacket>(in TPacket packet) => Connection.Write(packet);

    public override void Send(uint id, byte[] payload) => Connection.Write(id, payload);

    public override byte[] Close()
    {
        Wait(Connection.FlushAsync());
        return base.Close();
    }
}
