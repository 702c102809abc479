using System;
using System.Linq;
using System.Reflection;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Budgets;
using Codec.Bench.Measuring;

namespace Codec.Bench.Commands;

/// <summary><c>-- smoke</c>: runs every benchmark once and finds the two sides of every budget, without measuring anything.</summary>
internal static class SmokeCommand
{
    internal static int Run()
    {
        MethodInfo[] methods = [.. typeof(SmokeCommand).Assembly.GetTypes()
            .Where(type => !type.IsAbstract)
            .SelectMany(type => type.GetMethods())
            .Where(method => method.IsDefined(typeof(BenchmarkAttribute)))];
        foreach (MethodInfo method in methods)
        {
            RunOnce($"{method.DeclaringType!.Name}.{method.Name}", null);
        }

        foreach (Budget budget in BudgetList.All)
        {
            RunOnce(budget.Subject, budget.Parameters);
            if (budget.Baseline is not null)
            {
                RunOnce(budget.Baseline, budget.Parameters);
            }
        }

        Console.Out.WriteLine($"{methods.Length} benchmarks and {BudgetList.All.Count} budgets run.");
        return 0;
    }

    private static void RunOnce(string name, string? parameters)
    {
        using BenchmarkMethod benchmark = BenchmarkMethod.Make(name, parameters);
        benchmark.Invoker.Run(1);
    }
}
