using System;
using System.Collections.Generic;

namespace Codec.Bench.Budgets;

/// <summary>The options of the command <c>budgets</c>.</summary>
/// <param name="Patterns">The name patterns of the budgets to measure. An empty list selects all.</param>
/// <param name="Lists">Whether the budgets are only printed, and not measured.</param>
/// <param name="Save">The file to save the figures to, or <see langword="null"/>.</param>
/// <param name="Compare">The file of saved figures to compare with, or <see langword="null"/>.</param>
public sealed record BudgetOptions(IReadOnlyList<string> Patterns, bool Lists, string? Save, string? Compare)
{
    /// <summary>Parses the arguments of <c>budgets</c>.</summary>
    /// <exception cref="ArgumentException">An argument is unknown, its value is missing, or arguments exclude each other.</exception>
    public static BudgetOptions Parse(IReadOnlyList<string> arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        List<string> patterns = [];
        BudgetOptions options = new(patterns, Lists: false, Save: null, Compare: null);
        for (int i = 0; i < arguments.Count; i++)
        {
            switch (arguments[i])
            {
                case "--list":
                    options = options with { Lists = true };
                    break;
                case "--save":
                    options = options with { Save = OptionValue.Next(arguments, ref i, "file") };
                    break;
                case "--compare":
                    options = options with { Compare = OptionValue.Next(arguments, ref i, "file") };
                    break;
                case "--filter":
                    patterns.Add(OptionValue.Next(arguments, ref i, "pattern"));
                    while (i + 1 < arguments.Count && !arguments[i + 1].StartsWith('-'))
                    {
                        patterns.Add(arguments[++i]);
                    }

                    break;
                default:
                    throw new ArgumentException(
                        $"Unknown argument '{arguments[i]}'; budgets accepts --list, --filter PATTERN..., --save FILE and --compare FILE.", nameof(arguments));
            }
        }

        return options is { Lists: true } and not { Save: null, Compare: null }
            ? throw new ArgumentException("--list measures nothing, so --save and --compare do not go with it.", nameof(arguments))
            : options;
    }
}
