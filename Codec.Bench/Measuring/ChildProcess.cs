using System;
using System.Diagnostics;
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

    /// <summary>
    /// The time after which a process is considered hung. It is longer than any budget needs, including those of the tool, whose calls take many
    /// seconds.
    /// </summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    internal static BudgetFigure Measure(Budget budget)
    {
        var start = new ProcessStartInfo("dotnet") { RedirectStandardOutput = true, RedirectStandardError = true };
        start.ArgumentList.Add(Assembly.GetExecutingAssembly().Location);
        start.ArgumentList.Add(Verb);
        start.ArgumentList.Add(budget.Name);
        using Process process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEndAsync();
        if (!process.WaitForExit(Patience))
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException($"The budget '{budget.Name}' was not measured within {Patience.TotalSeconds} seconds.");
        }

        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException($"The budget '{budget.Name}' could not be measured: {errors.Result.Trim()}");
        }

        return JsonSerializer.Deserialize<BudgetFigure>(output.Result.AsSpan(output.Result.LastIndexOf('{')))
            ?? throw new InvalidDataException($"The process that measured '{budget.Name}' printed no figure.");
    }

    /// <summary>Runs the process that <see cref="Measure"/> starts.</summary>
    internal static void Run(string name)
    {
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
