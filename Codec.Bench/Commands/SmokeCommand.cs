using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Budgets;
using Codec.Bench.Measuring;
using Codec.Bench.Messages;
using Codec.Bench.Ranking;
using Codec.Bench.Reports;
using Codec.Bench.Scale;

namespace Codec.Bench.Commands;

/// <summary>
/// <c>-- smoke</c>: runs every benchmark once, without measuring, and checks that the subject and the baseline of every budget, and
/// every way of the ranking and of the report exist.
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

        foreach (string name in Ways().Distinct())
        {
            BenchmarkMethod.Find(name);
        }

        foreach (Budget budget in BudgetList.All.Where(budget => budget.MessageCase is { } name && name.StartsWith(MessageSide.Name, StringComparison.Ordinal) && !messages.ContainsKey(name)))
        {
            throw new InvalidOperationException($"The budget '{budget.Name}' names a case that generated C# does not have.");
        }

        foreach (Budget budget in BudgetList.All.Where(budget => budget.ScaleCase is { } name && !ScaleFigures.Knows(name)))
        {
            throw new InvalidOperationException($"The budget '{budget.Name}' names a growth case that does not exist.");
        }

        foreach (ReportGroup group in ReportGrowth.Groups)
        {
            string[] measured = [.. ScaleMeasurer.Measure(group, runs: 1, out _).Select(curve => curve.Id)];
            if (group.Curves.FirstOrDefault(curve => !measured.Contains(curve.Id)) is { } missing)
            {
                throw new InvalidOperationException($"The curve '{missing.Id}' is not measured.");
            }
        }

        Console.Out.WriteLine($"{methods.Length} benchmarks and {BudgetList.All.Count} budgets run.");
        return 0;
    }

    /// <summary>Returns the benchmarks of the ranking and of the report, except for those of other libraries that are not in the build.</summary>
    private static IEnumerable<string> Ways()
    {
        foreach (RankingSource source in RankingCommand.Sources)
        {
            foreach (string method in source.Names.Count == 0 ? [source.Question.Baseline, source.Question.Default] : source.Names.Select(pair => pair.Method))
            {
                yield return $"{source.Benchmarks}.{method}";
            }
        }

        foreach (ReportSource source in ReportPlan.All.SelectMany(topic => topic.Sources))
        {
            foreach (string method in source.Names.Count == 0 ? [source.Ours!, source.Limit ?? source.Ours!] : source.Names.Select(pair => pair.Method))
            {
                yield return $"{source.Benchmarks}.{method}";
            }

            foreach (ReportCompanion companion in source.Companions.Where(companion => ReportPlan.HasPeers || companion.Missing.Length == 0))
            {
                yield return $"{source.Benchmarks}.{companion.Baseline}";
                foreach (string method in companion.Names.Select(pair => pair.Method).Append(companion.Baseline))
                {
                    yield return $"{companion.Benchmarks}.{method}";
                }
            }
        }
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
