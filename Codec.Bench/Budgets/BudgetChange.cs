using System;
using System.Globalization;
using System.Linq;
using Codec.Bench.Measuring;

namespace Codec.Bench.Budgets;

/// <summary>A figure beside the saved one.</summary>
/// <param name="Before">The saved figure, or <see langword="null"/> if there is none.</param>
/// <param name="After">The new figure.</param>
public sealed record BudgetChange(BudgetRunFigure? Before, BudgetRunFigure After)
{
    // Two builds of the same code differ by less.
    private const double LeastChange = 1.03;

    /// <summary>Gets 1 if the time is longer in every pair of processes, and by 3% in the median; -1 if it is shorter; otherwise 0.</summary>
    public int Time => !IsComparable || After.Kind == BudgetKind.Bytes || !IsSettled ? 0
        : Ratio >= LeastChange && Math.Round(Low, BudgetVerdict.RatioDigits) > 1 ? 1
        : Ratio <= 1 / LeastChange && Math.Round(High, BudgetVerdict.RatioDigits) < 1 ? -1
        : 0;

    /// <summary>Gets the ratio with the lowest and the highest of two processes: <c>1.10x (1.08–1.12)</c>.</summary>
    public string Text =>
        !IsComparable || After.Kind == BudgetKind.Bytes ? "–" : string
            .Create(CultureInfo.InvariantCulture, $"{Ratio:0.00}x ({Low:0.00}–{High:0.00})");

    /// <summary>Gets the bytes before and after.</summary>
    public string Allocated =>
        Before is null ? "–" : string.Create(CultureInfo.InvariantCulture, $"{Before.BytesAllocated:0.##} B to {After.BytesAllocated:0.##} B");

    /// <summary>Gets the label of the row.</summary>
    public string Outcome => Before is null ? "new"
        : !IsComparable ? "kind changed"
        : string.Join(", ", ((string[])[TimeText, Bytes switch { > 0 => "ALLOCATES MORE", < 0 => "allocates less", _ => "" }])
            .Where(text => text.Length > 0)) is { Length: > 0 } outcome ? outcome
        : After.Kind == BudgetKind.Bytes ? "same" : "within the noise";

    private double Ratio => After.Figure / Before!.Figure;

    private double Low => After.Lowest / Before!.Highest;

    private double High => After.Highest / Before!.Lowest;

    private bool IsComparable => Before?.Kind == After.Kind;

    private bool IsSettled => Before!.Settling == Settling.Settled && After.Settling == Settling.Settled;

    private int Bytes =>
        Math.Abs(After.BytesAllocated - Before!.BytesAllocated) > Allocation.StrayBytes ? Math.Sign(After.BytesAllocated - Before.BytesAllocated) : 0;

    private string TimeText =>
        After.Kind != BudgetKind.Bytes && !IsSettled ? "did not settle" : Time switch { > 0 => "SLOWER", < 0 => "faster", _ => "" };
}
