using System;
using System.Collections.Generic;

namespace Codec.Bench.Budgets;

/// <summary>Decides how many processes measure a budget.</summary>
public static class BudgetProcesses
{
    /// <summary>
    /// The number of processes for each budget. With three, the median is correct even if one of them had an unlucky memory layout or schedule.
    /// </summary>
    internal const int First = 3;

    /// <summary>The number of processes if the first ones missed the budget. All of them decide together.</summary>
    private const int IfMissed = 7;

    /// <summary>
    /// The number of processes after which a change of the time is reported. Unchanged code then differs from three saved processes in 2 of 220 runs
    /// (all 12 processes are equally likely to be the slowest three, or the fastest). With three processes, it would be 2 of 20.
    /// </summary>
    private const int ForChange = 9;

    /// <summary>
    /// Measures a budget. Measures more processes if it is missed, except by allocations, or, one by one, as long as its time differs from the saved one.
    /// </summary>
    /// <param name="budget">The budget.</param>
    /// <param name="saved">The saved figure to compare with, or <see langword="null"/>.</param>
    /// <param name="measureUpTo">Returns the figures of a number of processes. It measures only those that have not been measured yet.</param>
    public static BudgetVerdict Measure(Budget budget, BudgetRunFigure? saved, Func<int, IReadOnlyCollection<BudgetFigure>> measureUpTo)
    {
        ArgumentNullException.ThrowIfNull(measureUpTo);
        int processes = First;
        BudgetVerdict verdict = BudgetVerdict.Of(budget, measureUpTo(processes));
        if (!verdict.Met && !verdict.MissesBytes)
        {
            processes = IfMissed;
            verdict = BudgetVerdict.Of(budget, measureUpTo(processes));
        }

        while (processes < ForChange && new BudgetChange(saved, BudgetRunFigure.Of(verdict)).IsTimeChange)
        {
            processes++;
            verdict = BudgetVerdict.Of(budget, measureUpTo(processes));
        }

        return verdict;
    }
}
