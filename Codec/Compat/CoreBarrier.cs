namespace Codec.Compat;

/// <summary>A memory barrier on all cores that run threads of this process. It takes microseconds.</summary>
internal static class CoreBarrier
{
#if NET
    internal const bool Exists = true;

    internal static void Run() => Interlocked.MemoryBarrierProcessWide();
#else
    // Mono has none.
    internal const bool Exists = false;

    internal static void Run()
    {
    }
#endif
}
