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

    /// <summary>The minimum number of calls. With so many, a single allocation of the runtime is negligible.</summary>
    private const long ManyCalls = 20;

    /// <summary>The maximum time of that many calls, in nanoseconds.</summary>
    private const double MaxTime = 2e9;

    /// <summary>Returns the number of bytes that an operation allocates. If that many calls take longer, makes only one.</summary>
    internal static double PerOperation(IWorkload workload, Measurement measurement)
    {
        bool isLong = measurement.Median * workload.OperationsPerCall * ManyCalls >= MaxTime;
        long calls = isLong ? 1 : Math.Max(measurement.Calls, ManyCalls);
        return workload.Allocate(calls) / calls / workload.OperationsPerCall;
    }
}
