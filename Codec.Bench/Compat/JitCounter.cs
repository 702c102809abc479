namespace Codec.Bench.Compat;

internal static class JitCounter
{
    /// <summary>
    /// Gets the number of compilations in this process, including every tier. 0 on a runtime that does not report it and compiles each method
    /// once.
    /// </summary>
#if NET
    internal static long CompiledMethods => System.Runtime.JitInfo.GetCompiledMethodCount(currentThread: false);
#else
    internal static long CompiledMethods => 0;
#endif
}
