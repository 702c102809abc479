using Codec.Bench.Measuring;

namespace Codec.Bench.Budgets;

/// <summary>The figures of a budget that were measured in one process.</summary>
/// <param name="SubjectNanoseconds">The subject's time, in nanoseconds per operation.</param>
/// <param name="BaselineNanoseconds">The baseline's time, in nanoseconds per operation; zero if there is no baseline.</param>
/// <param name="Ratio">The subject's time divided by the baseline's, from rounds that measured both; zero if there is no baseline.</param>
/// <param name="BytesAllocated">The number of bytes that an operation of the subject allocated.</param>
/// <param name="BaselineBytesAllocated">The number of bytes that an operation of the baseline allocated; zero if there is no baseline.</param>
/// <param name="Settling">Whether the times can be used.</param>
public sealed record BudgetFigure(
    double SubjectNanoseconds,
    double BaselineNanoseconds,
    double Ratio,
    double BytesAllocated,
    double BaselineBytesAllocated,
    Settling Settling = Settling.Settled);
