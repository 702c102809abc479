using System;
using System.Globalization;

namespace Codec.Bench.Budgets;

/// <summary>Budgets and figures in words.</summary>
public static class BudgetText
{
    /// <summary>The limit with its unit: <c>≤ 1.05x, ≤ 0 B</c>.</summary>
    public static string Limit(Budget budget)
    {
        ArgumentNullException.ThrowIfNull(budget);
        string time = budget.Kind switch
        {
            BudgetKind.Ratio => Text($"≤ {budget.Limit:0.00}x"),
            BudgetKind.Speedup => Text($"≥ {budget.Limit:0.##}x faster"),
            BudgetKind.Nanoseconds => Text($"≤ {budget.Limit:0.##} ns"),
            _ => string.Empty,
        };
        string bytes = budget.MaxBytes is { } maxBytes ? Text($"≤ {maxBytes:0.##} B") : string.Empty;
        return time.Length > 0 && bytes.Length > 0 ? $"{time}, {bytes}" : time + bytes;
    }

    /// <summary>The figure with its unit and, in brackets, the lowest and the highest of the processes.</summary>
    public static string Figure(BudgetVerdict verdict)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        string unit = verdict.Budget.Kind switch
        {
            BudgetKind.Ratio => "x",
            BudgetKind.Speedup => "x faster",
            BudgetKind.Nanoseconds => " ns",
            _ => " B",
        };
        string figure = Text($"{verdict.Figure:0.00}{unit} ({verdict.Lowest:0.00}–{verdict.Highest:0.00})");
        return verdict.Budget.Kind == BudgetKind.Bytes ? figure : Text($"{figure}, {verdict.BytesAllocated:0.##} B");
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
