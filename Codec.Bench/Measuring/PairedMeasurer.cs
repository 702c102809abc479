using System;
using Codec.Bench.Budgets;

namespace Codec.Bench.Measuring;

/// <summary>
/// Measures the two sides of a budget. A change of the clock frequency or another process on the core affects both sides of a round alike, so that
/// the median of the rounds' ratios is stable even if the times are not.
/// </summary>
internal static class PairedMeasurer
{
    /// <summary>The plan: hundreds of rounds of a short benchmark, and 11 of one that takes many milliseconds.</summary>
    private static readonly MeasurePlan Plan = new(
        Samples: 1001,
        Time: TimeSpan.FromMilliseconds(900),
        FewestSamples: 5, // Taken even if a call takes seconds. Odd, so that the median is one of them.
        Limit: TimeSpan.FromSeconds(20))
    {
        SlowSamples = 11,

        // A budget is measured in up to seven processes, and all budgets together should take less than an hour.
        SlowTime = TimeSpan.FromSeconds(4),
        FewestLongSamples = 5,
    };

    internal static BudgetFigure Measure(Budget budget)
    {
        using BenchmarkMethod subject = BenchmarkMethod.Make(budget.Subject, budget.Parameters);
        if (budget.Baseline is null)
        {
            Measurement alone = Measurer.Measure([subject], Plan)[0];
            return new BudgetFigure(alone.Median, 0, 0, Allocation.PerOperation(subject, alone), 0, alone.Settling);
        }

        using BenchmarkMethod baseline = BenchmarkMethod.Make(budget.Baseline, budget.Parameters);
        Measurement[] both = Measurer.Measure([subject, baseline], Plan with { Reference = 1 });
        return new BudgetFigure(
            both[0].Median,
            both[1].Median,
            both[0].MedianRatioTo(both[1]),
            Allocation.PerOperation(subject, both[0]),
            Allocation.PerOperation(baseline, both[1]),
            both[0].Settling);
    }
}
