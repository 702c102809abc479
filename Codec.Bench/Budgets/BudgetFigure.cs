namespace Codec.Bench.Budgets;

/// <summary>The figures of a budget in one process.</summary>
/// <param name="Nanoseconds">The subject's time.</param>
/// <param name="Ratio">The ratio of the subject's time to the baseline's.</param>
/// <param name="BytesAllocated">The bytes that an operation of the subject allocates.</param>
/// <param name="Settling">Whether the times settled.</param>
public sealed record BudgetFigure(double Nanoseconds, double Ratio, double BytesAllocated, Settling Settling = Settling.Settled);
