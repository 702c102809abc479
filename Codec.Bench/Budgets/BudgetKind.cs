namespace Codec.Bench.Budgets;

/// <summary>The unit of a budget's limit.</summary>
public enum BudgetKind
{
    /// <summary>The maximum of the subject's time divided by the baseline's.</summary>
    Ratio,

    /// <summary>The minimum of the baseline's time divided by the subject's.</summary>
    Speedup,

    /// <summary>The maximum time per operation, in nanoseconds. It applies to one machine only.</summary>
    Nanoseconds,

    /// <summary>Only the allocated bytes count.</summary>
    Bytes,
}
