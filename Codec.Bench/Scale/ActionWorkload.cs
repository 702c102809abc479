using System;
using System.Diagnostics;
using Codec.Bench.Compat;
using Codec.Bench.Measuring;

namespace Codec.Bench.Scale;

/// <summary>A workload of one delegate, whose number of operations is known only at run time.</summary>
/// <param name="operations">The number of operations per call.</param>
/// <param name="action">The call.</param>
internal sealed class ActionWorkload(int operations, Action action) : IWorkload
{
    private static readonly MeasurePlan Full = new(Samples: 51, Time: TimeSpan.FromSeconds(1), FewestSamples: 3, Limit: TimeSpan.FromSeconds(8));

    private static readonly MeasurePlan Smoke = new(1, TimeSpan.Zero, 1, TimeSpan.Zero) { FewestLongSamples = 1 };

    /// <inheritdoc/>
    public int OperationsPerCall => operations;

    /// <inheritdoc/>
    public long CompiledMethods => JitCounter.CompiledMethods;

    /// <summary>Measures workloads together. The times are in nanoseconds per operation.</summary>
    internal static Measurement[] Measure(params ActionWorkload[] workloads) => Measurer.Measure(workloads, SmokeRun.IsActive ? Smoke : Full);

    /// <inheritdoc/>
    public double Run(long calls)
    {
        long start = Stopwatch.GetTimestamp();
        for (; calls > 0; calls--)
        {
            action();
        }

        return Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }

    /// <inheritdoc/>
    public double Allocate(long calls)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (; calls > 0; calls--)
        {
            action();
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
