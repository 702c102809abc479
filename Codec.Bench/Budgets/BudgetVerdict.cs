using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Bench.Measuring;

namespace Codec.Bench.Budgets;

/// <summary>
/// A budget with its measured figures. A process counts only if it settled. If most processes did not settle, the budget is undecided.
/// </summary>
/// <param name="Budget">The budget.</param>
/// <param name="Figure">The figure in the budget's own unit: the median over the processes.</param>
/// <param name="Lowest">The lowest figure of all processes.</param>
/// <param name="Highest">The highest figure of all processes.</param>
/// <param name="BytesAllocated">The largest number of allocated bytes per operation of all processes.</param>
/// <param name="SubjectNanoseconds">The subject's time: the median over the processes, in nanoseconds per operation.</param>
/// <param name="BaselineNanoseconds">
/// The baseline's time: the median over the processes, in nanoseconds per operation; zero if there is no baseline.
/// </param>
/// <param name="Met">Whether the budget is met. An undecided budget is not met.</param>
/// <param name="Settling">The reason why the budget is undecided, or <see cref="Settling.Settled"/>.</param>
public sealed record BudgetVerdict(
    Budget Budget,
    double Figure,
    double Lowest,
    double Highest,
    double BytesAllocated,
    double SubjectNanoseconds,
    double BaselineNanoseconds,
    bool Met,
    Settling Settling)
{
    /// <summary>The number of decimals with which a ratio is compared. It is also printed with them, so that 1.00x meets a limit of 1.00x.</summary>
    internal const int RatioDigits = 2;

    /// <summary>Gets whether a process that settled allocated more than the budget allows. Then more processes cannot meet it.</summary>
    public bool MissesBytes => Settling == Settling.Settled && AllocatesMore(Budget, BytesAllocated);

    /// <summary>Decides a budget by the median of the figures of several processes.</summary>
    /// <exception cref="ArgumentException">There is no figure.</exception>
    public static BudgetVerdict Of(Budget budget, IReadOnlyCollection<BudgetFigure> figures)
    {
        ArgumentNullException.ThrowIfNull(budget);
        ArgumentNullException.ThrowIfNull(figures);
        if (figures.Count == 0)
        {
            throw new ArgumentException($"The budget '{budget.Name}' has no figure.", nameof(figures));
        }

        // For a budget of bytes, it is sufficient that the JIT is done. The allocations do not depend on whether the times are stable.
        BudgetFigure[] settled =
            [.. figures.Where(figure => figure.Settling == Settling.Settled || (budget.Kind == BudgetKind.Bytes && figure.Settling == Settling.Changing))];
        bool isDecided = settled.Length * 2 > figures.Count;
        Settling settling = isDecided ? Settling.Settled : figures.First(figure => figure.Settling != Settling.Settled).Settling;
        figures = isDecided ? settled : figures;
        double[] values = [.. figures.Select(figure => Value(budget.Kind, figure)).Order()];
        double median = Measurement.MedianOf(values);
        double bytes = figures.Max(figure => figure.BytesAllocated);
        bool timeMet = budget.Kind switch
        {
            BudgetKind.Ratio => Math.Round(median, RatioDigits) <= budget.Limit,
            BudgetKind.Speedup => Math.Round(median, RatioDigits) >= budget.Limit,
            BudgetKind.Bytes => true,
            _ => median <= budget.Limit,
        };
        double subject = Measurement.MedianOf(figures.Select(figure => figure.SubjectNanoseconds));
        double baseline = Measurement.MedianOf(figures.Select(figure => figure.BaselineNanoseconds));
        return new BudgetVerdict(budget, median, values[0], values[^1], bytes, subject, baseline, isDecided && timeMet && !AllocatesMore(budget, bytes), settling);
    }

    private static bool AllocatesMore(Budget budget, double bytes) => budget.MaxBytes is { } maxBytes && bytes > maxBytes + Allocation.StrayBytes;

    private static double Value(BudgetKind kind, BudgetFigure figure) => kind switch
    {
        BudgetKind.Ratio => figure.Ratio,
        BudgetKind.Speedup => 1 / figure.Ratio,
        BudgetKind.Nanoseconds => figure.SubjectNanoseconds,
        _ => figure.BytesAllocated,
    };
}
