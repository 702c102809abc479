namespace Codec.Bench.Budgets;

/// <summary>What a budget's limit is measured in.</summary>
public enum BudgetKind
{
    /// <summary>The subject's time divided by the baseline's, at most.</summary>
    Ratio,

    /// <summary>The baseline's time divided by the subject's, at least.</summary>
    Speedup,

    /// <summary>Nanoseconds an operation, at most; says something of one machine only.</summary>
    Nanoseconds,

    /// <summary>Only the bytes allocated count.</summary>
    Bytes,
}
