using System;

namespace Codec.Bench.Measuring;

/// <summary>Measures what a workload allocates.</summary>
internal static class Allocation
{
    /// <summary>Among so many calls, a single allocation of the runtime hardly counts, and they take two seconds at most.</summary>
    private const long ManyCalls = 20;

    /// <summary>Returns the bytes that an operation allocates. One call is enough if it takes <see cref="Measurer.LongCall"/>.</summary>
    internal static double PerOperation(IWorkload workload, Measurement measurement)
    {
        bool isLong = measurement.Median * workload.OperationsPerCall >= Measurer.LongCall.TotalMilliseconds * 1e6;
        long calls = isLong ? 1 : Math.Max(measurement.Calls, ManyCalls);
        return workload.Allocate(calls) / calls / workload.OperationsPerCall;
    }
}
