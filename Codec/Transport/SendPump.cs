using Codec.Compat;

namespace Codec.Transport;

/// <summary>
/// Writes the packets of a queue on a thread of the pool. It is queued for each hand-over without an allocation, except on netstandard.
/// </summary>
internal sealed class SendPump(SendQueue queue) : PoolWork
{
    public override void Execute() => queue.WriteOnThreadPool();
}
