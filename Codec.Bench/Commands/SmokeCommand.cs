using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Budgets;
using Codec.Bench.FlatBuffers.Sides;
using Codec.Bench.Measuring;
using Codec.Bench.Messages;
using Codec.Bench.Reports;
using Codec.Bench.Scale;

namespace Codec.Bench.Commands;

/// <summary>
/// <c>-- smoke</c>: runs every benchmark once, without measuring, and checks that the subject and the baseline of every budget exist.
/// </summary>
internal static class SmokeCommand
{
    internal static int Run()
    {
        SmokeRun.IsActive = true;
        MethodInfo[] methods = [.. typeof(SmokeCommand).Assembly.GetTypes()
            .Where(type => !type.IsAbstract)
            .SelectMany(type => type.GetMethods())
            .Where(method => method.IsDefined(typeof(BenchmarkAttribute)))];
        foreach (MethodInfo method in methods)
        {
            RunOnce($"{method.DeclaringType!.Name}.{method.Name}", null);
        }

        using SideCases sides = new();
        foreach (Func<long, ulong> run in sides.All.Values)
        {
            run(1);
        }

        IReadOnlyDictionary<string, Func<long, ulong>> messages = new MessageSide().All;
        foreach (Func<long, ulong> run in messages.Values)
        {
            run(1);
        }

        foreach (Budget budget in BudgetList.All.Where(budget => !budget.ComparesProcesses))
        {
            RunOnce(budget.Subject, budget.Parameters);
            if (budget.Baseline is not null)
            {
                RunOnce(budget.Baseline, budget.Parameters);
            }
        }

        foreach (Budget budget in BudgetList.All.Where(budget => budget.MessageCase is { } name && name.StartsWith(MessageSide.Name, StringComparison.Ordinal) && !messages.ContainsKey(name)))
        {
            throw new InvalidOperationException($"The budget '{budget.Name}' names a case that generated C# does not have.");
        }

        foreach (Budget budget in BudgetList.All.Where(budget => budget.ComparisonCase is not null && !sides.All.ContainsKey(budget.ComparisonCase)))
        {
            throw new InvalidOperationException($"The budget '{budget.Name}' names a case that the comparison does not have.");
        }

        foreach (Budget budget in BudgetList.All.Where(budget => budget.ScaleCase is { } name && !ScaleFigures.Knows(name)))
        {
            throw new InvalidOperationException($"The budget '{budget.Name}' names a growth case that does not exist.");
        }

        foreach (ReportGroup group in ReportGrowth.Groups)
        {
            string[] measured = [.. ScaleMeasurer.Measure(group, out _).Select(curve => curve.Id)];
            if (group.Curves.FirstOrDefault(curve => !measured.Contains(curve.Id)) is { } missing)
            {
                throw new InvalidOperationException($"The curve '{missing.Id}' is not measured.");
            }
        }

        Console.Out.WriteLine($"{methods.Length} benchmarks and {BudgetList.All.Count} budgets run.");
        return 0;
    }

    private static void RunOnce(string name, string? parameters)
    {
        if (NeedsAttribute.FirstMissing(BenchmarkMethod.Find(name)) is { } missing && Environment.GetEnvironmentVariable("CI") != "true")
        {
            Console.Out.WriteLine($"{missing} is missing: {name} is not run.");
            return;
        }

        using BenchmarkMethod benchmark = BenchmarkMethod.Make(name, parameters);
        benchmark.Run(1);
    }
}
