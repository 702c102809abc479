using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using Codec.Bench.Budgets;

namespace Codec.Bench.Measuring;

/// <summary>
/// Measures a budget's two sides in turns of about a millisecond. A clock that speeds up or a neighbour that takes the core hits both
/// sides of a turn alike, so that the median of the turns' ratios stands still where the times themselves do not.
/// </summary>
internal static class PairedMeasurer
{
    /// <summary>A turn: far above the clock's resolution, far below a scheduler's slice.</summary>
    private static readonly TimeSpan Turn = TimeSpan.FromMilliseconds(1);

    /// <summary>The JIT compiles a method again after 100 ms without new ones, and once more after it was instrumented; this leaves room for both.</summary>
    private static readonly TimeSpan WarmUp = TimeSpan.FromMilliseconds(700);

    /// <summary>Long enough for hundreds of turns of a short benchmark.</summary>
    private static readonly TimeSpan Measured = TimeSpan.FromMilliseconds(900);

    /// <summary>Turns that a benchmark of many milliseconds gets as well, as long as they fit into <see cref="Longest"/>.</summary>
    private const int SlowTurns = 11;

    /// <summary>Turns that even a benchmark of seconds gets; odd, so that there is a middle one.</summary>
    private const int FewestTurns = 5;

    /// <summary>A budget is measured in up to seven processes, and all budgets together should not take an hour.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(4);

    /// <summary>Rounds after which the runtime no longer grows, unless the machine is busy with something else.</summary>
    private const int AllocationRounds = 10;

    /// <summary>Twenty calls more that take as long as this each are still a matter of two seconds.</summary>
    private static readonly TimeSpan SlowCall = TimeSpan.FromMilliseconds(100);

    internal static BudgetFigure Measure(Budget budget)
    {
        using BenchmarkMethod subject = BenchmarkMethod.Make(budget.Subject, budget.Parameters);
        using BenchmarkMethod? baseline = budget.Baseline is null ? null : BenchmarkMethod.Make(budget.Baseline, budget.Parameters);
        WarmUntilStill(subject, baseline);
        long subjectCalls = TurnLength.CallsIn(Turn, subject.Invoker);
        long baselineCalls = baseline is null ? 0 : TurnLength.CallsIn(Turn, baseline.Invoker);
        List<double> subjectTimes = [];
        List<double> baselineTimes = [];
        List<double> ratios = [];
        var total = Stopwatch.StartNew();
        while (ratios.Count < FewestTurns || total.Elapsed < Measured || (ratios.Count < SlowTurns && total.Elapsed < Longest))
        {
            // First one side goes first, then the other, so that what one leaves in the caches favours neither.
            bool subjectFirst = ratios.Count % 2 == 0;
            double first = subjectFirst ? Time(subject, subjectCalls) : Time(baseline, baselineCalls);
            double second = subjectFirst ? Time(baseline, baselineCalls) : Time(subject, subjectCalls);
            (double subjectTime, double baselineTime) = subjectFirst ? (first, second) : (second, first);
            subjectTimes.Add(subjectTime);
            baselineTimes.Add(baselineTime);
            ratios.Add(baseline is null ? 0 : subjectTime / baselineTime);
        }

        return new BudgetFigure(
            Median(subjectTimes),
            Median(baselineTimes),
            Median(ratios),
            Allocated(subject, subjectCalls),
            baseline is null ? 0 : Allocated(baseline, baselineCalls));
    }

    private static void WarmUntilStill(BenchmarkMethod subject, BenchmarkMethod? baseline)
    {
        var total = Stopwatch.StartNew();
        do
        {
            subject.Invoker.Run(1);
            baseline?.Invoker.Run(1);
        }
        while (total.Elapsed < WarmUp);
    }

    private static double Time(BenchmarkMethod? method, long calls)
    {
        if (method is null)
        {
            return 0;
        }

        long start = Stopwatch.GetTimestamp();
        method.Invoker.Run(calls);
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds / calls / method.OperationsPerInvoke;
    }

    /// <summary>
    /// Everything that the process allocates in the first round in which the runtime does not grow; in the last round if there is none. The call
    /// before the round lets a growth end that had begun.
    /// </summary>
    private static double Allocated(BenchmarkMethod method, long calls)
    {
        for (int round = 1; ; round++)
        {
            RuntimeGrowth before = RuntimeGrowth.Now;
            method.Invoker.Run(1);
            double bytes = AllocatedInRound(method, calls);
            if (round == AllocationRounds || RuntimeGrowth.Now == before)
            {
                return bytes;
            }
        }
    }

    private static double AllocatedInRound(BenchmarkMethod method, long calls)
    {
        // A thousand calls drown what the runtime itself allocates; those of a slow benchmark are worth their bytes one by one, and of one
        // that takes a good part of a second, two are enough to see what each takes.
        long before = GC.GetTotalAllocatedBytes(precise: true);
        long start = Stopwatch.GetTimestamp();
        method.Invoker.Run(calls);
        long more = calls >= 20 ? 0 : Stopwatch.GetElapsedTime(start) < SlowCall ? 20 - calls : 1;
        method.Invoker.Run(more);
        calls += more;
        return (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)calls / method.OperationsPerInvoke;
    }

    private static double Median(List<double> values) => values.Order().ElementAt(values.Count / 2);
}
