using System;
using System.Collections.Generic;
using System.IO.Enumeration;
using System.Linq;

namespace Codec.Bench.Budgets;

/// <summary>Selects budgets by name.</summary>
public static class BudgetFilter
{
    /// <summary>
    /// Returns the budgets whose names match a pattern, or start with one. A pattern may contain <c>*</c> and <c>?</c>. Returns all budgets if there
    /// is no pattern.
    /// </summary>
    /// <exception cref="ArgumentException">A pattern matches no budget.</exception>
    public static IReadOnlyList<Budget> Choose(IReadOnlyList<Budget> budgets, IReadOnlyList<string> patterns)
    {
        ArgumentNullException.ThrowIfNull(budgets);
        ArgumentNullException.ThrowIfNull(patterns);
        foreach (string pattern in patterns)
        {
            if (!budgets.Any(budget => Fits(budget, pattern)))
            {
                throw new ArgumentException($"No budget matches '{pattern}'; budgets --list prints all of them.", nameof(patterns));
            }
        }

        return patterns.Count == 0 ? budgets : [.. budgets.Where(budget => patterns.Any(pattern => Fits(budget, pattern)))];
    }

    private static bool Fits(Budget budget, string pattern) =>
        FileSystemName.MatchesSimpleExpression(pattern + "*", budget.Name);
}
