#if !NET
namespace Codec.Compat;

/// <summary>Work for the thread pool. Each call to <see cref="Queue"/> allocates 40 bytes on netstandard.</summary>
internal abstract class PoolWork
{
    private static readonly WaitCallback Run = static work => ((PoolWork)work!).Execute();

    public abstract void Execute();

    internal void Queue() => ThreadPool.UnsafeQueueUserWorkItem(Run, this);
}
#endif
