namespace Codec.Compat;

/// <summary>Work for the thread pool that can be queued repeatedly. Each call to <see cref="Queue"/> allocates nothing, or 40 bytes on netstandard.</summary>
#if NET
internal abstract class PoolWork : IThreadPoolWorkItem
{
    internal void Queue() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
#else
internal abstract class PoolWork
{
    private static readonly WaitCallback Run = static work => ((PoolWork)work!).Execute();

    internal void Queue() => ThreadPool.UnsafeQueueUserWorkItem(Run, this);
#endif

    public abstract void Execute();
}
