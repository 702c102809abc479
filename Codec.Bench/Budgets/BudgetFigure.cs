namespace Codec.Bench.Budgets;

/// <summary>The figures of a budget in one process.</summary>
public sealed record BudgetFigure(double Nanoseconds, double Ratio, double BytesAllocated, Settling Settling = Settling.Settled);
