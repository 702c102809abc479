using System;

namespace Codec.Bench.Budgets;

/// <summary>One promise of speed: which benchmark, against which baseline, and the limit.</summary>
/// <param name="Name">Short and unique, <c>area/what</c>; <c>budgets --filter</c> takes it.</param>
/// <param name="What">The promise in words.</param>
/// <param name="Kind">What <paramref name="Limit"/> is measured in.</param>
/// <param name="Limit">The worst figure that keeps the promise.</param>
/// <param name="Subject">The benchmark that must keep it, as <c>Class.Method</c>; or <c>flatbuffers:CASE</c>, a case of the FlatBuffers comparison; or <c>messages:SIDE/CASE</c>, a case of generated messages; or <c>scale:WHAT/CONNECTIONS</c>, what so many connections take.</param>
/// <param name="Baseline">
/// The benchmark that it is compared with, as <c>Class.Method</c>; for a case of the comparison <c>C++</c> or <c>package</c>;
/// <see langword="null"/> if the kind needs none.
/// </param>
/// <param name="MaxBytes">The most bytes that an operation of the subject may allocate; <see langword="null"/> if that does not matter.</param>
/// <param name="Parameters">Values of the classes' <c>[Params]</c> members, as <c>Size=48,Kind=Chat</c>; the first value of each that is not named.</param>
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
    /// <summary>What takes the time of a budget that is known to be missed, from the JIT's listing or the like; printed beside the figure.</summary>
    public string? Explanation { get; init; }

    /// <summary>What the subject of a case of the FlatBuffers comparison starts with.</summary>
    public const string ComparisonPrefix = "flatbuffers:";

    /// <summary>What the subject of a case of generated messages starts with; its baseline is another such case, as <c>flatbuffers/read-chat</c>.</summary>
    public const string MessagePrefix = "messages:";

    /// <summary>The case's name if the budget compares generated messages, or <see langword="null"/>.</summary>
    public string? MessageCase => Subject.StartsWith(MessagePrefix, StringComparison.Ordinal) ? Subject[MessagePrefix.Length..] : null;

    /// <summary>What the subject of a case of growth starts with; its baseline is raw sockets.</summary>
    public const string ScalePrefix = "scale:";

    /// <summary>The case's name if the budget is one of growth, or <see langword="null"/>.</summary>
    public string? ScaleCase => Subject.StartsWith(ScalePrefix, StringComparison.Ordinal) ? Subject[ScalePrefix.Length..] : null;

    /// <summary>Whether the budget compares processes that need the tools of C++ and of flatc.</summary>
    public bool NeedsTools => ComparisonCase is not null || MessageCase is not null;

    /// <summary>Whether the budget compares processes, rather than benchmarks of this assembly.</summary>
    public bool ComparesProcesses => NeedsTools || ScaleCase is not null;

    /// <summary>The case's name if the budget is one of the FlatBuffers comparison, or <see langword="null"/>.</summary>
    public string? ComparisonCase =>
        Subject.StartsWith(ComparisonPrefix, StringComparison.Ordinal) ? Subject[ComparisonPrefix.Length..] : null;

    /// <summary>At most <paramref name="limit"/> times the baseline's time.</summary>
    public static Budget AtMost(double limit, string name, string what, string subject, string baseline, double? maxBytes = null, string? parameters = null) =>
        new(name, what, BudgetKind.Ratio, limit, subject, baseline, maxBytes, parameters);

    /// <summary>At least <paramref name="limit"/> times as fast as the baseline.</summary>
    public static Budget Faster(double limit, string name, string what, string subject, string baseline, double? maxBytes = null, string? parameters = null) =>
        new(name, what, BudgetKind.Speedup, limit, subject, baseline, maxBytes, parameters);

    /// <summary>At most <paramref name="limit"/> nanoseconds an operation.</summary>
    public static Budget Nanoseconds(double limit, string name, string what, string subject, double? maxBytes = null, string? parameters = null) =>
        new(name, what, BudgetKind.Nanoseconds, limit, subject, null, maxBytes, parameters);

    /// <summary>At most <paramref name="limit"/> bytes allocated an operation, whatever the time.</summary>
    public static Budget Bytes(double limit, string name, string what, string subject, string? parameters = null) =>
        new(name, what, BudgetKind.Bytes, limit, subject, null, limit, parameters);
}
