using System;
using Codec.Bench.Measuring;

namespace Codec.Bench.Budgets;

/// <summary>The figure of one budget, in a form in which less is better for every kind.</summary>
/// <param name="Name">The budget's name.</param>
/// <param name="Kind">
/// The unit of the figures: a multiple of the baseline's time, nanoseconds, or bytes. A speedup is stored as its inverse, the ratio of times.
/// </param>
/// <param name="Figure">The median over the processes.</param>
/// <param name="Lowest">The lowest figure of all processes.</param>
/// <param name="Highest">The highest figure of all processes.</param>
/// <param name="BytesAllocated">The largest number of allocated bytes per operation of all processes.</param>
/// <param name="Settling">Whether the figures can be used.</param>
public sealed record BudgetRunFigure(string Name, BudgetKind Kind, double Figure, double Lowest, double Highest, double BytesAllocated, Settling Settling)
{
    /// <summary>Gets whether the figures are in order, finite, and, for a time, positive.</summary>
    internal bool IsValid =>
        Lowest <= Figure && Figure <= Highest && double.IsFinite(Highest - Lowest) && double.IsFinite(BytesAllocated) && (Lowest > 0 || Kind == BudgetKind.Bytes);

    /// <summary>Creates the figure of a verdict.</summary>
    public static BudgetRunFigure Of(BudgetVerdict verdict)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        return verdict.Budget.Kind == BudgetKind.Speedup
            ? new(verdict.Budget.Name, BudgetKind.Ratio, 1 / verdict.Figure, 1 / verdict.Highest, 1 / verdict.Lowest, verdict.BytesAllocated, verdict.Settling)
            : new(verdict.Budget.Name, verdict.Budget.Kind, verdict.Figure, verdict.Lowest, verdict.Highest, verdict.BytesAllocated, verdict.Settling);
    }
}
