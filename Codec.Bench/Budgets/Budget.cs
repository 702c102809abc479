using System;

namespace Codec.Bench.Budgets;

/// <summary>A performance budget: a benchmark, a baseline and a limit.</summary>
/// <param name="Name">The unique short name, <c>area/what</c>, which <c>budgets --filter</c> accepts.</param>
/// <param name="What">A description of the budget.</param>
/// <param name="Kind">The unit of <paramref name="Limit"/>.</param>
/// <param name="Limit">The worst figure that meets the budget.</param>
/// <param name="Subject">
/// The benchmark that must meet the limit, as <c>Class.Method</c>. Other subjects are <c>flatbuffers:CASE</c>, a case of the FlatBuffers comparison;
/// <c>messages:SIDE/CASE</c>, a case of generated messages; and <c>scale:WHAT/CONNECTIONS</c>, a figure for this number of connections.
/// </param>
/// <param name="Baseline">
/// The benchmark to compare with, as <c>Class.Method</c>. For a case of the comparison, <c>C++</c> or <c>package</c>;
/// <see langword="null"/> if the kind needs no baseline.
/// </param>
/// <param name="MaxBytes">
/// The maximum number of bytes that an operation of the subject may allocate; <see langword="null"/> if there is no limit.
/// </param>
/// <param name="Parameters">
/// The values of the classes' <c>[Params]</c> members, as <c>Size=48,Kind=Chat</c>. A member that is not named has its first value.
/// </param>
public sealed record Budget(
    string Name,
    string What,
    BudgetKind Kind,
    double Limit,
    string Subject,
    string? Baseline = null,
    double? MaxBytes = null,
    string? Parameters = null)
{
    /// <summary>Gets the reason why the budget is known to be missed, or <see langword="null"/>. It is printed next to the figure.</summary>
    public string? Explanation { get; init; }

    /// <summary>
    /// The prefix of the subject of a case of generated messages. Its baseline is another such case, such as <c>flatbuffers/read-chat</c>.
    /// </summary>
    public const string MessagePrefix = "messages:";

    /// <summary>Gets the name of the case if the budget compares generated messages; otherwise <see langword="null"/>.</summary>
    public string? MessageCase => Subject.StartsWith(MessagePrefix, StringComparison.Ordinal) ? Subject[MessagePrefix.Length..] : null;

    /// <summary>The prefix of the subject of a case of growth. Its baseline is raw sockets.</summary>
    public const string ScalePrefix = "scale:";

    /// <summary>Gets the name of the case if the budget is one of growth; otherwise <see langword="null"/>.</summary>
    public string? ScaleCase => Subject.StartsWith(ScalePrefix, StringComparison.Ordinal) ? Subject[ScalePrefix.Length..] : null;

    /// <summary>Gets whether the budget compares processes that need a C++ toolchain and flatc.</summary>
    public bool NeedsTools => MessageCase is not null;

    /// <summary>Gets whether the budget compares processes instead of benchmarks of this assembly.</summary>
    public bool ComparesProcesses => NeedsTools || ScaleCase is not null;

    /// <summary>Creates a budget of at most <paramref name="limit"/> times the baseline's time.</summary>
    public static Budget AtMost(double limit, string name, string what, string subject, string baseline, double? maxBytes = null, string? parameters = null) =>
        new(name, what, BudgetKind.Ratio, limit, subject, baseline, maxBytes, parameters);

    /// <summary>Creates a budget of at least <paramref name="limit"/> times the baseline's speed.</summary>
    public static Budget Faster(double limit, string name, string what, string subject, string baseline, double? maxBytes = null, string? parameters = null) =>
        new(name, what, BudgetKind.Speedup, limit, subject, baseline, maxBytes, parameters);

    /// <summary>Creates a budget of at most <paramref name="limit"/> nanoseconds per operation.</summary>
    public static Budget Nanoseconds(double limit, string name, string what, string subject, double? maxBytes = null, string? parameters = null) =>
        new(name, what, BudgetKind.Nanoseconds, limit, subject, null, maxBytes, parameters);

    /// <summary>Creates a budget of at most <paramref name="limit"/> allocated bytes per operation, without a time limit.</summary>
    public static Budget Bytes(double limit, string name, string what, string subject, string? parameters = null) =>
        new(name, what, BudgetKind.Bytes, limit, subject, null, limit, parameters);
}
