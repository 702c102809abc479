namespace Codec.Bench.Compat;

/// <summary>Counts what the JIT compiles.</summary>
internal static class JitCounter
{
    /// <summary>Gets the number of methods that were compiled in this process, each tier counted; 0 for a runtime that cannot tell and compiles each method once.</summary>
#if NET
    internal static long CompiledMethods => System.Runtime.JitInfo.GetCompiledMethodCount(currentThread: false);
#else
    internal static long CompiledMethods => 0;
#endif
}
