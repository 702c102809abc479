namespace Codec.Bench.Compat;

/// <summary>Counts allocated bytes: those of all threads; on Mono, those of this thread.</summary>
internal static class AllocationCounter
{
#if NET
    internal static long Bytes => GC.GetTotalAllocatedBytes(precise: true);
#else
    // The method is missing in the reference assemblies, but not in Mono.
    private static readonly Func<long> OfThread = (Func<long>)Delegate.CreateDelegate(
        typeof(Func<long>), typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread", BindingFlags.Public | BindingFlags.Static)!);

    internal static long Bytes => OfThread();
#endif
}
