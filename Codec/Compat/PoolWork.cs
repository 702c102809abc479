#if NET
using System.Threading;

namespace Codec.Compat;

/// <summary>Work for the thread pool that is queued again and again without allocating.</summary>
internal abstract class PoolWork : IThreadPoolWorkItem
{
    public abstract void Execute();

    internal void Queue() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
}
#endif
