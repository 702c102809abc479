namespace Codec.Bench.Budgets;

/// <summary>A promise about speed or memory: a benchmark, a baseline and a limit.</summary>
/// <param name="Name">The unique name, as <c>area/what</c>.</param>
/// <param name="Kind">The unit of <paramref name="Limit"/>.</param>
/// <param name="Limit">The worst figure that meets the budget.</param>
/// <param name="Subject">
/// The benchmark, as <c>Class.Method(Parameter=Value)</c>; <c>cpp:CASE</c> in C++; <c>scale:FIGURE/CONNECTIONS</c> for a case of growth.
/// </param>
/// <param name="Baseline">The benchmark to compare with, or <see langword="null"/> if the kind needs none.</param>
/// <param name="MaxBytes">The bytes that an operation may allocate, or <see langword="null"/> if any number.</param>
/// <param name="Reason">What is compared, and why the limit is what it is, in one sentence.</param>
public sealed record Budget(string Name, BudgetKind Kind, double Limit, string Subject, string? Baseline, double? MaxBytes, string Reason)
{
    /// <summary>The start of the subject of a case of growth.</summary>
    public const string ScalePrefix = "scale:";

    /// <summary>Gets the case of growth, such as <c>cpu/1000</c>, or <see langword="null"/>.</summary>
    public string? ScaleCase => Subject.StartsWith(ScalePrefix, StringComparison.Ordinal) ? Subject[ScalePrefix.Length..] : null;
}
