using System;

namespace Codec.Bench.Measuring;

/// <summary>Measures what a workload allocates.</summary>
internal static class Allocation
{
    /// <summary>What is allocated in each of so many rounds is the benchmark's own.</summary>
    private const int Rounds = 3;

    /// <summary>Among so many calls, what the runtime itself allocates hardly counts, and they take two seconds at most.</summary>
    private const long ManyCalls = 20;

    /// <summary>
    /// Returns the bytes that an operation allocates: the least of three rounds. What the runtime itself takes now and then, 3 KB at once
    /// when sockets wake pool threads, is not in each of them. A call longer than <see cref="Measurer.LongCall"/> gets two rounds of one call.
    /// </summary>
    internal static double PerOperation(IWorkload workload, Measurement measurement)
    {
        bool isLong = measurement.Median * workload.OperationsPerCall >= Measurer.LongCall.TotalMilliseconds * 1e6;
        long calls = isLong ? 1 : Math.Max(measurement.Calls, ManyCalls);
        double least = double.MaxValue;
        for (int round = isLong ? 1 : 0; round < Rounds && least > 0; round++)
        {
            least = Math.Min(least, workload.Allocate(calls));
        }

        return least / calls / workload.OperationsPerCall;
    }
}
