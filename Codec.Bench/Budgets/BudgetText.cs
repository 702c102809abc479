using System;
using System.Globalization;
using Codec.Bench.Measuring;

namespace Codec.Bench.Budgets;

/// <summary>Formats budgets and figures.</summary>
public static class BudgetText
{
    /// <summary>Returns the limit with its unit: <c>≤ 1.05x, ≤ 0 B</c>.</summary>
    public static string Limit(Budget budget)
    {
        ArgumentNullException.ThrowIfNull(budget);
        string time = budget.Kind switch
        {
            BudgetKind.Ratio => Text($"≤ {budget.Limit:0.00}x"),
            BudgetKind.Speedup => Text($"≥ {budget.Limit:0.##}x the speed"),
            BudgetKind.Nanoseconds => Text($"≤ {budget.Limit:0.##} ns"),
            _ => string.Empty,
        };
        string bytes = budget.MaxBytes is { } maxBytes ? Text($"≤ {maxBytes:0.##} B") : string.Empty;
        return time.Length > 0 && bytes.Length > 0 ? $"{time}, {bytes}" : time + bytes;
    }

    /// <summary>Returns the figure with its unit and, in brackets, the lowest and the highest figure of the processes. Budgets of growth count no bytes.</summary>
    public static string Figure(BudgetVerdict verdict)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        string unit = verdict.Budget.Kind switch
        {
            BudgetKind.Ratio => "x",
            BudgetKind.Speedup => "x the speed",
            BudgetKind.Nanoseconds => " ns",
            _ => " B",
        };
        string figure = Text($"{verdict.Figure:0.00}{unit} ({verdict.Lowest:0.00}–{verdict.Highest:0.00})");
        return verdict.Budget is { Kind: BudgetKind.Bytes } or { ScaleCase: not null } ? figure : Text($"{figure}, {verdict.BytesAllocated:0.##} B");
    }

    /// <summary>Returns the outcome of the budget: <c>met</c>, <c>MISSED</c>, or <c>UNDECIDED</c>, which counts as missed.</summary>
    public static string Outcome(BudgetVerdict verdict)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        return verdict.Met ? "met" : verdict.Settling == Settling.Settled ? "MISSED" : "UNDECIDED";
    }

    /// <summary>Returns one line that explains why the budget is not met.</summary>
    public static string Reason(BudgetVerdict verdict)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        return verdict.Settling == Settling.Settled
            ? $"{verdict.Budget.Name}: {verdict.Budget.Explanation ?? "not explained."}"
            : $"{verdict.Budget.Name}: undecided, which counts as missed: in most processes, {verdict.Settling.Reason()}.";
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
