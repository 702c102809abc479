#if NET
namespace Codec.Compat;

/// <summary>Work for the thread pool that can be queued repeatedly without an allocation.</summary>
internal abstract class PoolWork : IThreadPoolWorkItem
{
    public abstract void Execute();

    internal void Queue() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
}
#endif
