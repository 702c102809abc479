using Codec.Compat;

namespace Codec.Transport;

/// <summary>Writes a queue's packets on a thread of the pool.</summary>
internal sealed class SendPump(SendQueue queue) : PoolWork
{
    public override void Execute() => queue.WriteOnThreadPool();
}
