namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketBroadcast"/> to one connection, whose packets are written, and flushed at the end.</summary>
public sealed class BroadcastBatchSink : ConnectionSink
{
    public override void Send<TPacket>(in TPacket packet) => Check(PacketBroadcast.Write([Connection], packet));

    public override void Send(uint id, byte[] payload) => Check(PacketBroadcast.Write([Connection], id, payload));

    public override byte[] Close()
    {
        Check(PacketBroadcast.FlushAsync([Connection]).AsTask().GetAwaiter().GetResult());
        return base.Close();
    }

    private static void Check(IReadOnlyList<(PacketConnection Connection, Exception Exception)> failures)
    {
        if (failures.Count > 0)
        {
            throw failures[0].Exception;
        }
    }
}
