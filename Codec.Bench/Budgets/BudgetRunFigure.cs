using Codec.Bench.Measuring;

namespace Codec.Bench.Budgets;

/// <summary>A saved figure. A larger figure is always slower: a speedup is saved as a ratio.</summary>
/// <param name="Name">The budget.</param>
/// <param name="Kind">The unit.</param>
/// <param name="Figure">The figure.</param>
/// <param name="Lowest">The lowest figure of a process.</param>
/// <param name="Highest">The highest figure of a process.</param>
/// <param name="BytesAllocated">The most bytes that an operation allocated in a process.</param>
/// <param name="Settling">Whether the times settled in most processes.</param>
public sealed record BudgetRunFigure(string Name, BudgetKind Kind, double Figure, double Lowest, double Highest, double BytesAllocated,
    Settling Settling)
{
    /// <summary>Returns the figure of a verdict.</summary>
    public static BudgetRunFigure Of(BudgetVerdict verdict) => verdict.Budget.Kind == BudgetKind.Speedup
        ? new(verdict.Budget.Name, BudgetKind.Ratio, 1 / verdict.Figure, 1 / verdict.Highest, 1 / verdict.Lowest, verdict.BytesAllocated,
            verdict.Settling)
        : new(verdict.Budget.Name, verdict.Budget.Kind, verdict.Figure, verdict.Lowest, verdict.Highest, verdict.BytesAllocated, verdict.Settling);
}
