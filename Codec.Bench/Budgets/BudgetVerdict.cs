namespace Codec.Bench.Budgets;

/// <summary>A budget with the figure of several processes: the median of those that settled.</summary>
public sealed record BudgetVerdict(Budget Budget, double Figure, double Lowest, double Highest, double BytesAllocated, bool Met, Settling Settling)
{
    internal const int RatioDigits = 2;

    // Even numbers, so that each order of the sides has as many processes.
    private const int First = 4;
    private const int IfMissed = 8;

    /// <summary>Gets whether the subject allocates too much, which further processes do not change.</summary>
    public bool MissesBytes => Settling == Settling.Settled && BytesAllocated > Budget.MaxBytes + Allocation.StrayBytes;

    public string Outcome => Met ? "met" : Settling == Settling.Settled ? "MISSED" : "UNDECIDED";

    /// <summary>Gets the limit: <c>≤ 1.05x, ≤ 0 B</c>.</summary>
    public static string LimitOf(Budget budget)
    {
        string time = budget.Kind == BudgetKind.Bytes ? "" : $"{(budget.Kind == BudgetKind.Speedup ? "≥" : "≤")} {Text(budget.Limit)}{Unit(budget.Kind)}";
        string bytes = budget.MaxBytes is { } most ? $"≤ {Text(most)} B" : "";
        return time.Length > 0 && bytes.Length > 0 ? $"{time}, {bytes}" : time + bytes;
    }

    /// <summary>Gets the figure with the lowest and the highest of a process: <c>1.04x (1.01–1.50), 0 B</c>.</summary>
    public string FigureText => $"{Text(Figure)}{Unit(Budget.Kind)} ({Text(Lowest)}–{Text(Highest)})"
        + (Budget.MaxBytes is null || Budget.Kind == BudgetKind.Bytes ? "" : $", {Text(BytesAllocated)} B");

    /// <summary>Measures four processes, and four more if the budget is missed.</summary>
    public static BudgetVerdict Measure(Budget budget, Func<int, IReadOnlyCollection<BudgetFigure>> measureUpTo)
    {
        BudgetVerdict verdict = Of(budget, measureUpTo(First));
        return verdict.Met || verdict.MissesBytes ? verdict : Of(budget, measureUpTo(IfMissed));
    }

    public static BudgetVerdict Of(Budget budget, IReadOnlyCollection<BudgetFigure> figures)
    {
        // For a budget of bytes, it is enough that the JIT is done. Allocations do not depend on whether the times are stable.
        BudgetFigure[] settled = [.. figures
            .Where(figure => figure.Settling == Settling.Settled || (budget.Kind == BudgetKind.Bytes && figure.Settling == Settling.Changing))];
        bool isDecided = settled.Length * 2 > figures.Count;
        Settling settling = isDecided ? Settling.Settled : figures.First(figure => figure.Settling != Settling.Settled).Settling;
        double[] values = [.. (isDecided ? settled : figures).Select(figure => Value(budget.Kind, figure)).Order()];
        double median = Measurement.MedianOf(values);
        double bytes = (isDecided ? settled : figures).Max(figure => figure.BytesAllocated);
        bool isMet = budget.Kind switch
        {
            BudgetKind.Ratio => Math.Round(median, RatioDigits) <= budget.Limit,
            BudgetKind.Speedup => Math.Round(median, RatioDigits) >= budget.Limit,
            BudgetKind.Bytes => true,
            _ => median <= budget.Limit,
        };
        BudgetVerdict verdict = new(budget, median, values[0], values[^1], bytes, isDecided && isMet, settling);
        return verdict with { Met = verdict.Met && !verdict.MissesBytes };
    }

    private static double Value(BudgetKind kind, BudgetFigure figure) => kind switch
    {
        BudgetKind.Ratio => figure.Ratio,
        BudgetKind.Speedup => 1 / figure.Ratio,
        BudgetKind.Nanoseconds => figure.Nanoseconds,
        _ => figure.BytesAllocated,
    };

    private static string Unit(BudgetKind kind) =>
        kind switch { BudgetKind.Ratio => "x", BudgetKind.Speedup => "x the speed", BudgetKind.Nanoseconds => " ns", _ => " B" };

    private static string Text(double value) => value.ToString("0.##", CultureInfo.InvariantCulture);
}
