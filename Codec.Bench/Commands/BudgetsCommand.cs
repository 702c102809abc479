using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Codec.Bench.Budgets;
using Codec.Bench.Measuring;
using Codec.Bench.Messages;
using Codec.Bench.Reports;
using Codec.Bench.Scale;
using Spectre.Console;

namespace Codec.Bench.Commands;

/// <summary><c>-- budgets</c>: measures every budget, prints it with its figure, and fails if one is missed or undecided.</summary>
internal static class BudgetsCommand
{
    internal static int Run(IReadOnlyList<string> arguments)
    {
        BudgetOptions options = BudgetOptions.Parse(arguments);
        IReadOnlyList<Budget> budgets = BudgetFilter.Choose(BudgetList.All, options.Patterns);

        // The file is read before the measurement, which takes minutes, because it may be missing or damaged.
        BudgetRun? before = options.Compare is { } saved ? BudgetRun.FromJson(ReadSaved(saved), saved) : null;
        if (options.Lists)
        {
            foreach (Budget budget in budgets)
            {
                BenchConsole.WriteLine($"{budget.Name}: {budget.What} {BudgetText.Limit(budget)}");
            }

            return 0;
        }

        if (options.Save is { } target)
        {
            OutputFile.Check(target);
        }

        string commit = options.Save is null && before is null ? "" : ReportHost.CommitOrUnknown();
        if (SideBuild.MissingTool() is { } tool && Environment.GetEnvironmentVariable("CI") != "true")
        {
            Console.Out.WriteLine($"{tool} is missing: the budgets that need it are not measured.");
            budgets = [.. budgets.Where(budget => !budget.NeedsTools)];
        }

        budgets = [.. budgets.Where(CanBeMeasured)];
        MessageFigures messages = new();
        ScaleFigures scale = new();
        List<BudgetVerdict> verdicts = [];
        int failed = 0;
        foreach (Budget budget in budgets)
        {
            Console.Out.Write($"[{verdicts.Count + failed + 1}/{budgets.Count}] {budget.Name} ");
            try
            {
                verdicts.Add(Measure(budget, before?.Figures.FirstOrDefault(figure => figure.Name == budget.Name), messages, scale));
            }
            catch (Exception failure) when (ExpectedFailure.Message(failure) is { } message)
            {
                // The figures of the other budgets are not lost.
                failed++;
                Console.Out.WriteLine(" FAILED: " + message);
                continue;
            }

            Console.Out.WriteLine($" {BudgetText.Figure(verdicts[^1])}{(verdicts[^1].Met ? string.Empty : " " + BudgetText.Outcome(verdicts[^1]))}");
        }

        Print(verdicts, failed);
        SaveAndCompare(options, before, verdicts, commit);
        return failed > 0 ? 2 : verdicts.All(verdict => verdict.Met) ? 0 : 1;
    }

    private static string ReadSaved(string file) => File.Exists(file) ? File.ReadAllText(file) : throw new InvalidDataException($"There is no file {file}: budgets --save writes it.");

    private static void SaveAndCompare(BudgetOptions options, BudgetRun? before, List<BudgetVerdict> verdicts, string commit)
    {
        var now = BudgetRun.Of(commit, ReportHost.Machine(), ReportHost.Runtime, DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture), verdicts);
        if (options.Save is { } file)
        {
            File.WriteAllText(file, now.ToJson());
            Console.Out.WriteLine($"Saved: {file}");
        }

        if (before is null)
        {
            return;
        }

        before = before with { Figures = [.. before.Figures.Where(figure => BudgetFilter.Selects(BudgetList.All, options.Patterns, figure.Name))] };
        IReadOnlyList<BudgetChange> changes = BudgetChange.Between(before, now);
        Table table = new Table().Border(TableBorder.Rounded).AddColumns("Budget", "Time / saved time", "Allocated", "");
        foreach (BudgetChange change in changes)
        {
            table.AddRow(
                new Text(change.After.Name),
                new Text(change.Text()),
                new Text(change.AllocatedText()),
                new Text(change.Outcome, new Style(change.IsWorse ? Color.Red : change.IsBetter ? Color.Green : Color.Default)));
        }

        AnsiConsole.Write(table);
        Console.Out.WriteLine(BudgetChange.Summary(before, now, changes));
    }

    /// <summary>
    /// Returns whether the benchmark can run here. If not, prints what is missing. In CI, returns <see langword="true"/>, so that the measurement
    /// fails.
    /// </summary>
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

    private static BudgetVerdict Measure(Budget budget, BudgetRunFigure? saved, MessageFigures messages, ScaleFigures scale)
    {
        List<BudgetFigure> figures = [];
        return BudgetProcesses.Measure(budget, saved, MeasureUpTo);

        IReadOnlyList<BudgetFigure> MeasureUpTo(int processes)
        {
            if (budget.MessageCase is not null)
            {
                return messages.Measure(budget, processes);
            }

            if (budget.ScaleCase is not null)
            {
                return scale.Measure(budget, processes);
            }

            while (figures.Count < processes)
            {
                figures.Add(ChildProcess.Measure(budget));
                Console.Out.Write('.');
            }

            return figures;
        }
    }

    private static void Print(List<BudgetVerdict> verdicts, int failed)
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
        Console.Out.WriteLine(missed + undecided + failed == 0
            ? $"All {verdicts.Count} budgets are met."
            : $"{missed} of {verdicts.Count + failed} budgets are missed, {undecided} undecided{(failed == 0 ? "" : $", {failed} failed")}.");
    }
}
