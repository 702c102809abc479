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
    /// <summary>The smallest ratio of times that is a change. Two builds of the same code may differ by less, because their code has other addresses.</summary>
    private const double LeastChange = 1.03;

    /// <summary>Gets the current figure divided by the saved one; NaN if there is no saved one.</summary>
    public double Ratio => Before is null ? double.NaN : After.Figure / Before.Figure;

    /// <summary>Gets the lowest ratio of a process of the current run to one of the saved run.</summary>
    public double Low => Before is null ? double.NaN : After.Lowest / Before.Highest;

    /// <summary>Gets the highest ratio of a process of the current run to one of the saved run.</summary>
    public double High => Before is null ? double.NaN : After.Highest / Before.Lowest;

    /// <summary>Gets the outcome in a few words. A change of the time and one of the allocations are both named.</summary>
    public string Outcome =>
        Before is null ? "new"
        : !IsSameKind ? "kind changed"
        : string.Join(", ", ((string[])[TimeText, BytesText]).Where(text => text.Length > 0)) is { Length: > 0 } outcome ? outcome
        : After.Kind == BudgetKind.Bytes ? "same"
        : "within the noise";

    /// <summary>Gets whether it takes more time or allocates more.</summary>
    public bool IsWorse => Time > 0 || Bytes > 0;

    /// <summary>Gets whether it takes less time or allocates less, and is not worse.</summary>
    public bool IsBetter => !IsWorse && (Time < 0 || Bytes < 0);

    /// <summary>Gets whether the outcome says that the time changed.</summary>
    public bool IsTimeChange => Time != 0;

    private bool IsSameKind => Before?.Kind == After.Kind;

    private bool IsSettled => Before?.Settling == Settling.Settled && After.Settling == Settling.Settled;

    /// <summary>Gets the sign of the change of the time; 0 if the run cannot show one. The interval must exclude 1 as it is printed.</summary>
    private int Time => !IsSameKind || !IsSettled || After.Kind == BudgetKind.Bytes ? 0
        : Ratio >= LeastChange && Math.Round(Low, BudgetVerdict.RatioDigits) > 1 ? 1
        : Ratio <= 1 / LeastChange && Math.Round(High, BudgetVerdict.RatioDigits) < 1 ? -1
        : 0;

    /// <summary>Gets the sign of the change of the allocated bytes.</summary>
    private int Bytes => IsSameKind && Math.Abs(After.BytesAllocated - Before!.BytesAllocated) > Allocation.StrayBytes
        ? Math.Sign(After.BytesAllocated - Before.BytesAllocated)
        : 0;

    private string TimeText => After.Kind != BudgetKind.Bytes && !IsSettled ? "did not settle" : Time switch { > 0 => "SLOWER", < 0 => "faster", _ => "" };

    private string BytesText => Bytes switch { > 0 => "ALLOCATES MORE", < 0 => "allocates less", _ => "" };

    /// <summary>Returns the ratio of the times with its interval: <c>1.25x (1.10–1.40)</c>; a dash if there is none.</summary>
    public string Text() => !IsSameKind || After.Kind == BudgetKind.Bytes ? "–" : Invariant($"{Ratio:0.00}x ({Low:0.00}–{High:0.00})");

    /// <summary>Returns the allocations of both runs: <c>24 B to 0 B</c>; a dash if there is no saved figure.</summary>
    public string AllocatedText() => Before is null ? "–" : Invariant($"{Before.BytesAllocated:0.##} B to {After.BytesAllocated:0.##} B");

    /// <summary>Compares two runs, in the order of the second one.</summary>
    public static IReadOnlyList<BudgetChange> Between(BudgetRun before, BudgetRun after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        return [.. after.Figures.Select(figure => new BudgetChange(before.Figures.FirstOrDefault(one => one.Name == figure.Name), figure))];
    }

    /// <summary>
    /// Returns one line with the number of each outcome, the budgets that only the saved run has, and a warning if the two runs are not comparable.
    /// </summary>
    public static string Summary(BudgetRun before, BudgetRun after, IReadOnlyList<BudgetChange> changes)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        string counts = string.Join(", ", changes.GroupBy(change => change.Outcome).OrderBy(group => group.Key, StringComparer.Ordinal).Select(group => $"{group.Count()} {group.Key}"));
        string[] missing = [.. before.Figures.Select(figure => figure.Name).Except(after.Figures.Select(figure => figure.Name))];
        string lost = missing.Length == 0 ? "" : $" {missing.Length} saved without a figure now: {string.Join(", ", missing)}.";
        string machine = before.Machine == after.Machine ? "" : $" The saved figures are from another machine ({before.Machine}): compare ratios, not times.";
        string runtime = before.Runtime == after.Runtime ? "" : $" The saved figures are from {before.Runtime}, these from {after.Runtime}: a change may be the runtime's.";
        return $"{before.Commit} ({before.Date}) to {after.Commit}: {counts}.{lost}{machine}{runtime}";
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
