using System;
using System.Collections.Generic;

namespace Codec.Bench.Budgets;

/// <summary>Decides in how many processes a budget is measured.</summary>
public static class BudgetProcesses
{
    private const int First = 3;
    private const int IfMissed = 7;

    // With three processes on both sides, one row in twenty of unchanged code would look changed; with nine, less than one in a hundred.
    private const int ForChange = 9;

    /// <summary>Measures three processes, four more if the budget is missed, and up to nine while the row differs from the saved one.</summary>
    /// <param name="budget">The budget.</param>
    /// <param name="saved">The saved figure, or <see langword="null"/>.</param>
    /// <param name="measureUpTo">Returns the figures of this many processes, with those of earlier calls.</param>
    public static BudgetVerdict Measure(Budget budget, BudgetRunFigure? saved, Func<int, IReadOnlyCollection<BudgetFigure>> measureUpTo)
    {
        int processes = First;
        BudgetVerdict verdict = BudgetVerdict.Of(budget, measureUpTo(processes));
        if (!verdict.Met && !verdict.MissesBytes)
        {
            processes = IfMissed;
            verdict = BudgetVerdict.Of(budget, measureUpTo(processes));
        }

        while (processes < ForChange && new BudgetChange(saved, BudgetRunFigure.Of(verdict)).Time != 0)
        {
            verdict = BudgetVerdict.Of(budget, measureUpTo(++processes));
        }

        return verdict;
    }
}
