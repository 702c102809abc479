using System;
using System.Collections.Generic;
using System.IO.Enumeration;
using System.Linq;

namespace Codec.Bench.Budgets;

/// <summary>Chooses budgets by name.</summary>
public static class BudgetFilter
{
    /// <summary>Reads the arguments of <c>budgets</c>: patterns behind <c>--filter</c>, and <c>--list</c>.</summary>
    /// <exception cref="ArgumentException">An argument is neither, or no pattern stands behind <c>--filter</c>.</exception>
    public static (IReadOnlyList<string> Patterns, bool Lists) Parse(IReadOnlyList<string> arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        List<string> patterns = [];
        bool lists = false;
        bool filters = false;
        foreach (string argument in arguments)
        {
            switch (argument)
            {
                case "--list":
                    (lists, filters) = (true, false);
                    break;
                case "--filter":
                    filters = true;
                    break;
                case var pattern when filters && !pattern.StartsWith('-'):
                    patterns.Add(pattern);
                    break;
                default:
                    throw new ArgumentException($"'{argument}' is not understood: budgets takes --list, and --filter with patterns behind it.", nameof(arguments));
            }
        }

        return patterns.Count == 0 && arguments.Contains("--filter")
            ? throw new ArgumentException("No pattern stands behind --filter.", nameof(arguments))
            : (patterns, lists);
    }

    /// <summary>The budgets whose name fits one of the patterns, with <c>*</c> and <c>?</c>, or starts with it; all where there is no pattern.</summary>
    /// <exception cref="ArgumentException">A pattern fits no budget.</exception>
    public static IReadOnlyList<Budget> Choose(IReadOnlyList<Budget> budgets, IReadOnlyList<string> patterns)
    {
        ArgumentNullException.ThrowIfNull(budgets);
        ArgumentNullException.ThrowIfNull(patterns);
        foreach (string pattern in patterns)
        {
            if (!budgets.Any(budget => Fits(budget, pattern)))
            {
                throw new ArgumentException($"No budget fits '{pattern}'.", nameof(patterns));
            }
        }

        return patterns.Count == 0 ? budgets : [.. budgets.Where(budget => patterns.Any(pattern => Fits(budget, pattern)))];
    }

    private static bool Fits(Budget budget, string pattern) =>
        FileSystemName.MatchesSimpleExpression(pattern + "*", budget.Name);
}
