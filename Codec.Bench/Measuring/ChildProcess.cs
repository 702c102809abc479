using System;
using System.IO;
using System.Reflection;
using System.Text.Json;
using Codec.Bench.Budgets;

namespace Codec.Bench.Measuring;

/// <summary>
/// Measures one budget in its own process, so that other benchmarks do not affect it through JIT profiles, the heap or
/// alignment.
/// </summary>
internal static class ChildProcess
{
    /// <summary>The argument with which this program measures one budget and prints the figure.</summary>
    internal const string Verb = "measure-one";

    internal static BudgetFigure Measure(Budget budget)
    {
        string output = BuildSteps.Run("dotnet", Assembly.GetExecutingAssembly().Location, Verb, budget.Name);
        return JsonSerializer.Deserialize<BudgetFigure>(output.AsSpan(output.LastIndexOf('{')))
            ?? throw new InvalidDataException($"The process that measured '{budget.Name}' printed no figure.");
    }

    /// <summary>Runs the process that <see cref="Measure"/> starts.</summary>
    internal static void Run(string name)
    {
        ParentProcess.ExitWithIt();
        foreach (Budget budget in BudgetList.All)
        {
            if (budget.Name == name)
            {
                Console.Out.WriteLine(JsonSerializer.Serialize(PairedMeasurer.Measure(budget)));
                return;
            }
        }

        throw new ArgumentException($"There is no budget '{name}'.", nameof(name));
    }
}
