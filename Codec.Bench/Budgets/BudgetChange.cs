using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Bench.Measuring;

namespace Codec.Bench.Budgets;

/// <summary>The difference between two runs of one budget.</summary>
/// <param name="Before">The saved figure, or <see langword="null"/> if the budget is new.</param>
/// <param name="After">The current figure.</param>
public sealed record BudgetChange(BudgetRunFigure? Before, BudgetRunFigure After)
{
    /// <summary>The noise of allocations, which are counted for the whole process, in bytes per operation.</summary>
    private const double StrayBytes = 0.01;

    private const string Slower = "SLOWER";
    private const string Faster = "faster";
    private const string AllocatesMore = "ALLOCATES MORE";
    private const string AllocatesLess = "allocates less";

    /// <summary>Gets the current figure divided by the saved one; NaN if there is no saved one or it is zero.</summary>
    public double Ratio => Before is null ? double.NaN : After.Figure / Before.Figure;

    /// <summary>Gets the lowest ratio of a process of the current run to one of the saved run.</summary>
    public double Low => Before is null ? double.NaN : After.Lowest / Before.Highest;

    /// <summary>Gets the highest ratio of a process of the current run to one of the saved run.</summary>
    public double High => Before is null ? double.NaN : After.Highest / Before.Lowest;

    /// <summary>Gets the outcome in a few words. A change of the time and one of the allocations are both named.</summary>
    public string Outcome =>
        Before is null ? "new"
        : Before.Kind != After.Kind ? "kind changed"
        : (Time(Before), Bytes(Before)) switch
        {
            ("", "") => After.Kind == BudgetKind.Bytes ? "same" : "within the noise",
            ("", var bytes) => bytes,
            (var time, "") => time,
            var (time, bytes) => $"{time}, {bytes}",
        };

    /// <summary>Gets whether it takes more time or allocates more.</summary>
    public bool IsWorse => Outcome.Contains(Slower, StringComparison.Ordinal) || Outcome.Contains(AllocatesMore, StringComparison.Ordinal);

    /// <summary>Gets whether it takes less time or allocates less, and is not worse.</summary>
    public bool IsBetter => !IsWorse && (Outcome.Contains(Faster, StringComparison.Ordinal) || Outcome.Contains(AllocatesLess, StringComparison.Ordinal));

    /// <summary>Returns the ratio with its interval: <c>1.25x (1.10–1.40)</c>; for a budget of bytes, both numbers.</summary>
    public string Text() => Before is null ? "–"
        : After.Kind == BudgetKind.Bytes || Before.Kind != After.Kind ? Invariant($"{Before.BytesAllocated:0.##} B to {After.BytesAllocated:0.##} B")
        : Invariant($"{Ratio:0.00}x ({Low:0.00}–{High:0.00})");

    /// <summary>Compares two runs, in the order of the second one.</summary>
    public static IReadOnlyList<BudgetChange> Between(BudgetRun before, BudgetRun after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        return [.. after.Figures.Select(figure => new BudgetChange(before.Figures.FirstOrDefault(one => one.Name == figure.Name), figure))];
    }

    /// <summary>Returns one line with the number of each outcome, and a warning if the two runs are not comparable.</summary>
    public static string Summary(BudgetRun before, BudgetRun after, IReadOnlyList<BudgetChange> changes)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        string counts = string.Join(", ", changes.GroupBy(change => change.Outcome).OrderBy(group => group.Key, StringComparer.Ordinal).Select(group => $"{group.Count()} {group.Key}"));
        string warning = before.Machine == after.Machine ? "" : $" The saved figures are from another machine ({before.Machine}): compare ratios, not times.";
        return $"{before.Commit} ({before.Date}) to {after.Commit}: {counts}.{warning}";
    }

    private string Time(BudgetRunFigure before) =>
        After.Kind == BudgetKind.Bytes ? ""
        : before.Settling != Settling.Settled || After.Settling != Settling.Settled ? "did not settle"
        : Low > 1 ? Slower
        : High < 1 ? Faster
        : "";

    private string Bytes(BudgetRunFigure before) =>
        After.BytesAllocated > before.BytesAllocated + StrayBytes ? AllocatesMore
        : After.BytesAllocated < before.BytesAllocated - StrayBytes ? AllocatesLess
        : "";

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
