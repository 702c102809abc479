using System;

namespace Codec.Bench.Measuring;

/// <summary>Measures the allocations of a workload.</summary>
internal static class Allocation
{
    /// <summary>
    /// The tolerance of allocations, in bytes per operation. They are counted for the whole process, so a few bytes over thousands of operations may
    /// have another cause.
    /// </summary>
    internal const double StrayBytes = 0.01;

    /// <summary>
    /// The minimum number of calls. With so many, a single allocation of the runtime is negligible. The calls take at most two seconds.
    /// </summary>
    private const long ManyCalls = 20;

    /// <summary>
    /// Returns the number of bytes that an operation allocates. If a call takes at least <see cref="Measurer.LongCall"/>, makes only one.
    /// </summary>
    internal static double PerOperation(IWorkload workload, Measurement measurement)
    {
        bool isLong = measurement.Median * workload.OperationsPerCall >= Measurer.LongCall.TotalMilliseconds * 1e6;
        long calls = isLong ? 1 : Math.Max(measurement.Calls, ManyCalls);
        return workload.Allocate(calls) / calls / workload.OperationsPerCall;
    }
}
