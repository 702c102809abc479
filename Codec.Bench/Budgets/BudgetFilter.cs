using System;
using System.Collections.Generic;
using System.IO.Enumeration;
using System.Linq;

namespace Codec.Bench.Budgets;

/// <summary>Selects budgets by name.</summary>
public static class BudgetFilter
{
    /// <summary>
    /// Returns the budgets whose names match a pattern, or start with one. A pattern may contain <c>*</c> and <c>?</c>. The full name of a budget
    /// selects only this budget. Returns all budgets if there is no pattern.
    /// </summary>
    /// <exception cref="ArgumentException">A pattern matches no budget.</exception>
    public static IReadOnlyList<Budget> Choose(IReadOnlyList<Budget> budgets, IReadOnlyList<string> patterns)
    {
        ArgumentNullException.ThrowIfNull(budgets);
        ArgumentNullException.ThrowIfNull(patterns);
        foreach (string pattern in patterns)
        {
            if (!budgets.Any(budget => Selects(budgets, [pattern], budget.Name)))
            {
                throw new ArgumentException($"No budget matches '{pattern}'; budgets --list prints all of them.", nameof(patterns));
            }
        }

        return [.. budgets.Where(budget => Selects(budgets, patterns, budget.Name))];
    }

    /// <summary>Returns whether the patterns select a name, which need not be that of one of the budgets.</summary>
    internal static bool Selects(IReadOnlyList<Budget> budgets, IReadOnlyList<string> patterns, string name) =>
        patterns.Count == 0 || patterns.Any(pattern =>
            pattern == name || (pattern.Length > 0 && budgets.All(budget => budget.Name != pattern) && FileSystemName.MatchesSimpleExpression(pattern + "*", name)));
}
