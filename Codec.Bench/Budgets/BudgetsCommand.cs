using Codec.Bench.Scale;
using Spectre.Console;

namespace Codec.Bench.Budgets;

internal static class BudgetsCommand
{
    /// <summary>Runs the command. The exit code is 1 if a budget is missed or undecided, and 2 if one cannot be measured.</summary>
    internal static int Run(IReadOnlyList<string> patterns, bool lists)
    {
        Budget[] budgets = [.. BudgetList.Choose(BudgetList.All, patterns)];
        if (lists)
        {
            Array.ForEach(budgets, budget => Console.Out.WriteLine($"{budget.Name}: {BudgetVerdict.LimitOf(budget)}. {budget.Reason}"));
            return 0;
        }

        Budget[] possible = [.. budgets.Where(CanBeMeasured)];
        if (possible.Any(UsesCpp))
        {
            Console.Out.WriteLine(CppWorkload.Libraries());
        }

        ScaleFigures scale = new();
        List<BudgetVerdict> verdicts = [];
        int failed = 0;
        foreach (Budget budget in possible)
        {
            Console.Out.Write($"[{verdicts.Count + failed + 1}/{possible.Length}] {budget.Name} ");
            try
            {
                verdicts.Add(Measure(budget, scale));
                Console.Out.WriteLine($" {verdicts[^1].FigureText} {verdicts[^1].Outcome}");
            }
            catch (Exception failure) when (ExpectedFailure.Message(failure) is { } message)
            {
                // The figures of the other budgets are not lost.
                failed++;
                Console.Out.WriteLine(" FAILED: " + message);
            }
        }

        Print(verdicts);
        return failed > 0 ? 2 : verdicts.TrueForAll(verdict => verdict.Met) ? 0 : 1;
    }

    private static bool UsesCpp(Budget budget) => CppWorkload.Is(budget.Subject);

    private static bool CanBeMeasured(Budget budget)
    {
        string? missing = budget.ScaleCase is not null ? null
            : NeedsAttribute.FirstMissing((UsesCpp(budget) ? budget.Baseline : null) ?? budget.Subject);
        if (missing is not null)
        {
            Console.Out.WriteLine($"{missing} is missing: {budget.Name} is not measured.");
        }

        return missing is null;
    }

    private static BudgetVerdict Measure(Budget budget, ScaleFigures scale)
    {
        List<BudgetFigure> figures = [];
        return BudgetVerdict.Measure(budget, processes =>
        {
            while (figures.Count < processes && budget.ScaleCase is null)
            {
                string[] sides = [.. ((string?[])[budget.Baseline, budget.Subject]).OfType<string>()];
                Sample subject = PairedMeasurer.Start("budget", sides, figures.Count)[^1];
                figures.Add(new BudgetFigure(subject.Median, subject.Ratio, subject.BytesAllocated, subject.Settling));
                Console.Out.Write('.');
            }

            return budget.ScaleCase is { } growth
                ? [.. scale.Measure(growth, processes)
                    .Select(run => new BudgetFigure(run.Codec, run.Ratio, budget.Kind == BudgetKind.Bytes ? run.Codec - run.Raw : 0, run.Settling))]
                        : figures;
        });
    }

    private static void Print(List<BudgetVerdict> verdicts)
    {
        Table table = new Table().Border(TableBorder.Rounded).AddColumns("Budget", "Must reach", "Figure (lowest–highest)", "");
        foreach (BudgetVerdict verdict in verdicts)
        {
            table.AddRow(new Text(verdict.Budget.Name), new Text(BudgetVerdict.LimitOf(verdict.Budget)), new Text(verdict.FigureText),
                new Text(verdict.Met ? verdict.Outcome : $"{verdict.Outcome}: {verdict.Budget.Reason}"));
        }

        IAnsiConsole console = BenchConsole.ForStandardOutput();
        console.Write(table);
        foreach (IGrouping<string, string> outcome in verdicts.Select(verdict => verdict.Outcome).GroupBy(outcome => outcome))
        {
            console.WriteLine($"{outcome.Key}: {outcome.Count()}");
        }
    }
}
