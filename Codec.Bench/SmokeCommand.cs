using Codec.Bench.Budgets;
using Codec.Bench.Scale;

namespace Codec.Bench;

/// <summary><c>-- smoke</c>: runs every benchmark once, without measuring, with the parameters of budgets, the ranking and the report.</summary>
internal static class SmokeCommand
{
    // Longer streams take long.
    private static readonly string[] Large = ["Size=134217728", "Size=536870912"];

    internal static void Run()
    {
        SmokeRun.IsActive = true;
        string[] benchmarks = [.. BenchmarkMethod.All()
            .Concat(BudgetList.All.Where(budget => budget.ScaleCase is null)
                .SelectMany(budget => (string?[])[budget.Subject, budget.Baseline]).OfType<string>())
            .Concat(Plan.Pages.SelectMany(page => page.Questions).Where(question => question.Host is null or { Id: "net10" })
                .Concat(Plan.Ranking.Select(ranked => ranked.Question))
                .SelectMany(question => question.Ways).Select(way => way.Benchmark))
            .Where(benchmark => benchmark.Length > 0).Distinct()];
        List<(string Work, CppWorkload Side)> cpp = [];
        foreach (Page page in Plan.Pages)
        {
            page.Prepare?.Invoke();
        }

        foreach (string benchmark in benchmarks)
        {
            if (NeedsAttribute.FirstMissing(benchmark) is { } missing)
            {
                Console.Out.WriteLine($"{missing} is missing: {benchmark} is not run.");
            }
            else if (CppWorkload.Is(benchmark))
            {
                using CppWorkload side = new(benchmark);
                side.Run(1);
                cpp.Add((benchmark[benchmark.IndexOf('/', StringComparison.Ordinal)..], side));
            }
            else if (Large.Any(large => benchmark.Contains(large, StringComparison.Ordinal)))
            {
                BenchmarkMethod.Find(benchmark);
            }
            else
            {
                using var method = BenchmarkMethod.Create(benchmark);
                method.Run(1);
            }
        }

        foreach (IGrouping<string, CppWorkload> sides in cpp.GroupBy(one => one.Work, one => one.Side))
        {
            CppWorkload.CheckSame(sides);
        }

        ScaleFigures scale = new();
        string[] cases = [.. BudgetList.All.Select(budget => budget.ScaleCase)
            .Concat(Plan.Pages.SelectMany(page => page.Questions).Select(question => question.ScaleCase)).OfType<string>()];
        foreach (string figure in cases.Select(one => one.Split('/')[0]).Distinct())
        {
            scale.Measure(figure + "/4", runs: 1);
        }

        if (ReportCommand.FirstStale() is { } stale)
        {
            throw new InvalidOperationException($"{stale} is not what `report --render` writes.");
        }

        Console.Out.WriteLine($"{benchmarks.Length} benchmarks, {cases.Length} cases of growth and {BudgetList.All.Count} budgets run.");
    }
}
