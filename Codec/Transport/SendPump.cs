using Codec.Compat;

namespace Codec.Transport;

/// <summary>Writes what waits, on a thread of the pool.</summary>
internal sealed class SendPump(PacketConnection connection) : PoolWork
{
    public override void Execute() => connection.WriteOnThreadPool();
}
