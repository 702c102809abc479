using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Commands;

/// <summary>Checks that a run of BenchmarkDotNet has results. BenchmarkDotNet exits without an error even if nothing was built or run.</summary>
public static class RunOutcome
{
    /// <summary>The arguments with which BenchmarkDotNet only prints information.</summary>
    private static readonly string[] Showing = ["--list", "--help", "-h", "--version", "--info"];

    /// <summary>Returns whether the arguments request that benchmarks run.</summary>
    public static bool AsksForResults(IReadOnlyCollection<string> arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        return !arguments.Any(argument => Showing.Contains(argument.Split('=')[0]));
    }

    /// <summary>Throws if a benchmark has no result, or if there is no benchmark.</summary>
    /// <param name="failures">For each benchmark of the run, the reason why it has no result, or <see langword="null"/> if it has one.</param>
    /// <exception cref="InvalidOperationException">The message has the number of benchmarks without a result, and the first reason.</exception>
    public static void Check(IReadOnlyCollection<string?> failures)
    {
        ArgumentNullException.ThrowIfNull(failures);
        if (failures.Count == 0)
        {
            throw new InvalidOperationException("BenchmarkDotNet ran no benchmark. No benchmark matches the filter, or the output above shows another reason.");
        }

        if (failures.FirstOrDefault(failure => failure is not null) is { } first)
        {
            throw new InvalidOperationException(
                $"{failures.Count(failure => failure is not null)} of {failures.Count} benchmarks have no result: {first.ReplaceLineEndings(" ")}; the log in {BenchArtifacts.Folder} has the details.");
        }
    }
}
