using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using Codec.Bench.Budgets;
using Codec.Bench.FlatBuffers.Comparison;
using Codec.Bench.Measuring;
using Codec.Bench.Messages;
using Spectre.Console;

namespace Codec.Bench.Commands;

/// <summary><c>-- budgets</c>: measures every budget, prints it beside its figure, and fails if one is missed or undecided.</summary>
internal static class BudgetsCommand
{
    /// <summary>Processes for each budget: with three, the median survives one that was laid out or scheduled badly.</summary>
    private const int Processes = 3;

    /// <summary>Processes more where the first ones missed the budget; all of them are judged together.</summary>
    private const int MoreProcesses = 4;

    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    internal static int Run(IReadOnlyList<string> arguments)
    {
        (IReadOnlyList<string> patterns, bool lists) = BudgetFilter.Parse(arguments);
        IReadOnlyList<Budget> budgets = BudgetFilter.Choose(BudgetList.All, patterns);
        if (lists)
        {
            foreach (Budget budget in budgets)
            {
                Console.Out.WriteLine($"{budget.Name}: {budget.What} {BudgetText.Limit(budget)}");
            }

            return 0;
        }

        if (ComparisonBuild.MissingTool() is { } tool && Environment.GetEnvironmentVariable("CI") != "true")
        {
            Console.Out.WriteLine($"{tool} is missing: the budgets that compare processes are not measured.");
            budgets = [.. budgets.Where(budget => !budget.ComparesProcesses)];
        }

        budgets = [.. budgets.Where(CanBeMeasured)];
        ComparisonFigures comparison = new();
        MessageFigures messages = new();
        List<BudgetVerdict> verdicts = [];
        foreach (Budget budget in budgets)
        {
            Console.Out.Write($"[{verdicts.Count + 1}/{budgets.Count}] {budget.Name} ");
            verdicts.Add(Measure(budget, comparison, messages));
            Console.Out.WriteLine($" {BudgetText.Figure(verdicts[^1])}{(verdicts[^1].Met ? string.Empty : " " + BudgetText.Outcome(verdicts[^1]))}");
        }

        Print(verdicts);
        Directory.CreateDirectory(BenchArtifacts.Folder);
        File.WriteAllText(Path.Combine(BenchArtifacts.Folder, "budgets.json"), JsonSerializer.Serialize(verdicts, Indented));
        return verdicts.All(verdict => verdict.Met) ? 0 : 1;
    }

    /// <summary>Whether what the benchmark needs is there; says so where it is not. In CI, its measurement fails.</summary>
    private static bool CanBeMeasured(Budget budget)
    {
        string? missing = !budget.ComparesProcesses ? NeedsAttribute.FirstMissing(BenchmarkMethod.Find(budget.Subject)) : null;
        if (missing is null || Environment.GetEnvironmentVariable("CI") == "true")
        {
            return true;
        }

        Console.Out.WriteLine($"{missing} is missing: {budget.Name} is not measured.");
        return false;
    }

    private static BudgetVerdict Measure(Budget budget, ComparisonFigures comparison, MessageFigures messages)
    {
        List<BudgetFigure> figures = [];
        BudgetVerdict verdict = BudgetVerdict.Of(budget, MeasureUpTo(Processes));
        return verdict.Met ? verdict : BudgetVerdict.Of(budget, MeasureUpTo(Processes + MoreProcesses));

        IReadOnlyList<BudgetFigure> MeasureUpTo(int processes)
        {
            if (budget.ComparisonCase is not null)
            {
                return comparison.Measure(budget, processes);
            }

            if (budget.MessageCase is not null)
            {
                return messages.Measure(budget, processes);
            }

            while (figures.Count < processes)
            {
                figures.Add(ChildProcess.Measure(budget));
                Console.Out.Write('.');
            }

            return figures;
        }
    }

    private static void Print(List<BudgetVerdict> verdicts)
    {
        Table table = new Table().Border(TableBorder.Rounded).AddColumns("Budget", "What", "Must reach", "Figure (lowest–highest)", "");
        foreach (BudgetVerdict verdict in verdicts)
        {
            table.AddRow(
                new Text(verdict.Budget.Name),
                new Text(verdict.Budget.What),
                new Text(BudgetText.Limit(verdict.Budget)),
                new Text(BudgetText.Figure(verdict)),
                new Text(BudgetText.Outcome(verdict), new Style(verdict.Met ? Color.Green : Color.Red)));
        }

        AnsiConsole.Write(table);
        foreach (BudgetVerdict verdict in verdicts.Where(verdict => !verdict.Met))
        {
            Console.Out.WriteLine(BudgetText.Reason(verdict));
        }

        int undecided = verdicts.Count(verdict => verdict.Settling != Settling.Settled);
        int missed = verdicts.Count(verdict => !verdict.Met) - undecided;
        Console.Out.WriteLine(missed + undecided == 0 ? $"All {verdicts.Count} budgets are met." : $"{missed} of {verdicts.Count} budgets are missed, {undecided} undecided.");
    }
}
