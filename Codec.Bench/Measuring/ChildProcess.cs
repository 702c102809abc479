using System;
using System.Diagnostics;
using System.IO;
using System.Reflection;
using System.Text.Json;
using Codec.Bench.Budgets;

namespace Codec.Bench.Measuring;

/// <summary>
/// Measures one budget in its own process: what another benchmark taught the JIT, left on the heap or aligned by chance does not
/// colour it.
/// </summary>
internal static class ChildProcess
{
    /// <summary>The argument that makes this program measure one budget and print the figure.</summary>
    internal const string Verb = "measure-one";

    /// <summary>More than any budget needs, also those of the tool, whose calls take many seconds: what runs longer hangs.</summary>
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

    /// <summary>What the process does that <see cref="Measure"/> starts.</summary>
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
