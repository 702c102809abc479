using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Bench.Budgets;

namespace Codec.Bench.FlatBuffers.Comparison;

/// <summary>
/// Provides figures for the budgets of the comparison. The sides are built once, and the rows of a case are used for all of its budgets.
/// </summary>
internal sealed class ComparisonFigures
{
    private readonly Dictionary<string, List<ComparisonRow>> _rows = [];
    private ComparisonMeasurer? _measurer;

    /// <summary>The baseline of a budget that compares with C++.</summary>
    internal const string Cpp = "C++";

    /// <summary>The baseline of a budget that compares with the published package.</summary>
    internal const string Package = "package";

    /// <summary>Returns the figures of a number of runs of the budget's case. Only runs that have not been made yet are made.</summary>
    /// <exception cref="InvalidOperationException">A side cannot be built.</exception>
    internal IReadOnlyList<BudgetFigure> Measure(Budget budget, int runs)
    {
        ComparisonCase one = ComparisonCase.Named(budget.ComparisonCase!);
        if (_measurer is null)
        {
            ComparisonBuild build = new();
            build.Run();
            _measurer = new ComparisonMeasurer(build);
        }

        if (!_rows.TryGetValue(one.Name, out List<ComparisonRow>? rows))
        {
            _rows.Add(one.Name, rows = []);
        }

        while (rows.Count < runs)
        {
            rows.Add(_measurer.Measure(one));
            Console.Out.Write('.');
        }

        return [.. rows.Select(row => Figure(row, budget.Baseline))];
    }

    private static BudgetFigure Figure(ComparisonRow row, string? baseline) => baseline switch
    {
        Cpp => new BudgetFigure(row.OursNanoseconds, row.CppNanoseconds, row.RatioToCpp, row.OursBytesAllocated, 0, row.CppSettling),
        Package => new BudgetFigure(row.OursNanoseconds, row.PackageNanoseconds, 1 / row.SpeedupOverPackage, row.OursBytesAllocated, row.PackageBytesAllocated, row.PackageSettling),
        null => new BudgetFigure(row.OursNanoseconds, 0, 0, row.OursBytesAllocated, 0),
        _ => throw new ArgumentException($"The comparison has no side '{baseline}'.", nameof(baseline)),
    };
}
