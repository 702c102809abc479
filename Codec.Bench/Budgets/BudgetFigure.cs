using Codec.Bench.Measuring;

namespace Codec.Bench.Budgets;

/// <summary>What was measured for a budget in one process.</summary>
/// <param name="SubjectNanoseconds">The subject's time, in nanoseconds an operation.</param>
/// <param name="BaselineNanoseconds">The baseline's time, in nanoseconds an operation; zero if there is none.</param>
/// <param name="Ratio">The subject's time divided by the baseline's, from rounds that ran side by side; zero if there is no baseline.</param>
/// <param name="BytesAllocated">Bytes that an operation of the subject allocated.</param>
/// <param name="BaselineBytesAllocated">Bytes that an operation of the baseline allocated; zero if there is none.</param>
/// <param name="Settling">Whether the times can be used.</param>
public sealed record BudgetFigure(
    double SubjectNanoseconds,
    double BaselineNanoseconds,
    double Ratio,
    double BytesAllocated,
    double BaselineBytesAllocated,
    Settling Settling = Settling.Settled);
