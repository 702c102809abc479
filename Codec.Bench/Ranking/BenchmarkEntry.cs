using System.Linq;
using BenchmarkDotNet.Reports;
using Codec.Bench.Measuring;

namespace Codec.Bench.Ranking;

/// <summary>Makes entries of what BenchmarkDotNet measured: one statistic for the progress and for the table.</summary>
internal static class BenchmarkEntry
{
    /// <summary>Returns the entry of a benchmark, or <see langword="null"/> if it failed.</summary>
    internal static RankingEntry? Of(BenchmarkReport report, bool isLimit = false)
    {
        if (!report.Success || report.ResultStatistics is not { } statistics)
        {
            return null;
        }

        // What disturbs a measurement only ever adds time: the lower quartile over both processes is the nearest to the undisturbed one.
        return new RankingEntry(
            report.BenchmarkCase.Descriptor.WorkloadMethod.Name,
            statistics.Q1,
            statistics.Median - statistics.Min,
            report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase) ?? 0,
            isLimit,
            SettlingOf(report));
    }

    /// <summary>BenchmarkDotNet warms up for a fixed number of iterations. Whether that was enough, the median of each process shows.</summary>
    private static Settling SettlingOf(BenchmarkReport report) =>
        report.GetResultRuns()
            .GroupBy(run => run.LaunchIndex)
            .All(launch => Stability.IsStable([.. launch.OrderBy(run => run.IterationIndex).Select(run => run.GetAverageTime().Nanoseconds)]))
            ? Settling.Settled
            : Settling.Changing;
}
