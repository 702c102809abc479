using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Measuring;

namespace Codec.Bench.Reports;

/// <summary>Measures all methods of a benchmark class in one process, in turns, so that a change of the machine hits all alike.</summary>
internal static class RowSampler
{
    /// <summary>The argument that makes a program measure one benchmark class and print the samples.</summary>
    internal const string Verb = "measure-rows";

    /// <summary>Far above the clock's resolution, far below a scheduler's slice.</summary>
    private static readonly TimeSpan Sample = TimeSpan.FromMilliseconds(1);

    /// <summary>What a benchmark gets of which one call takes longer than <see cref="LongCall"/>: three are a median and a spread.</summary>
    private const int FewestLongSamples = 3;

    /// <summary>The process allocates now and then on threads of its own; seldom in three calls one after another.</summary>
    private const int AllocationRounds = 3;

    /// <summary>From here on five samples of each of a class's ten methods would take minutes.</summary>
    private static readonly TimeSpan LongCall = TimeSpan.FromMilliseconds(250);

    /// <summary>60 ms for each sample of a class: benchmarks of a few milliseconds have all of theirs by then, or have to do with fewer.</summary>
    internal static TimeSpan Patience(ReportEffort effort) => TimeSpan.FromMilliseconds(60 * effort.Samples);

    /// <summary>What the process does that the report starts.</summary>
    internal static void Print(string benchmarks, string parameters, string effort) =>
        Console.Out.WriteLine(JsonSerializer.Serialize(
            Measure(benchmarks, parameters.Length == 0 ? null : parameters, ReportEffort.Named(effort))));

    internal static List<RowSample> Measure(string benchmarks, string? parameters, ReportEffort effort)
    {
        string[] names = Methods(benchmarks);
        BenchmarkMethod[] methods = [.. names.Select(name => BenchmarkMethod.Make($"{benchmarks}.{name}", parameters))];

        // Twice: the second time comes when all the others have had their first, and with it the JIT's next tier.
        bool[] areLong = [.. methods.Select(method => Warm(method, effort.WarmUp))];
        long[] calls = [.. methods.Select((method, index) => areLong[index] ? 1 : WarmAgain(method, effort.WarmUp))];
        List<double>[] times = [.. methods.Select(_ => new List<double>())];
        var total = Stopwatch.StartNew();
        for (int round = 0; round < effort.Samples && (round < (areLong.Contains(true) ? FewestLongSamples : effort.FewestSamples) || total.Elapsed < Patience(effort)); round++)
        {
            for (int i = 0; i < methods.Length; i++)
            {
                times[i].Add(Time(methods[i], calls[i]));
            }
        }

        List<RowSample> rows = [];
        for (int i = 0; i < methods.Length; i++)
        {
            times[i].Sort();
            rows.Add(new RowSample(
                names[i], times[i][times[i].Count / 2], Lower(times[i]), Upper(times[i]), Allocated(methods[i], Math.Clamp(calls[i], 1, 1000), areLong[i] ? 1 : AllocationRounds), Wire(methods[i])));
            methods[i].Dispose();
        }

        return rows;
    }

    private static string[] Methods(string benchmarks)
    {
        Type type = typeof(RowSampler).Assembly.GetTypes().FirstOrDefault(candidate => candidate.Name == benchmarks)
            ?? throw new ArgumentException($"There are no benchmarks '{benchmarks}'.", nameof(benchmarks));
        return [.. type.GetMethods().Where(method => method.IsDefined(typeof(BenchmarkAttribute))).Select(method => method.Name)];
    }

    /// <summary>Warms up, and says whether the last call was a long one, which has no need of another round.</summary>
    private static bool Warm(BenchmarkMethod method, TimeSpan time)
    {
        var watch = Stopwatch.StartNew();
        TimeSpan before;
        do
        {
            before = watch.Elapsed;
            method.Invoker.Run(1);
        }
        while (watch.Elapsed < time);
        return watch.Elapsed - before >= LongCall;
    }

    /// <summary>Warms up, and finds how many calls make a sample.</summary>
    private static long WarmAgain(BenchmarkMethod method, TimeSpan time)
    {
        Warm(method, time);
        return TurnLength.CallsIn(Sample, method.Invoker);
    }

    private static double Time(BenchmarkMethod method, long calls)
    {
        long start = Stopwatch.GetTimestamp();
        method.Invoker.Run(calls);
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds / calls / method.OperationsPerInvoke;
    }

    /// <summary>The least of the rounds: what an operation allocates comes in each of them, what the process does besides in some.</summary>
    private static double Allocated(BenchmarkMethod method, long calls, int rounds)
    {
        long least = long.MaxValue;
        for (int round = 0; round < rounds && least > 0; round++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            method.Invoker.Run(calls);
            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        return least / (double)calls / method.OperationsPerInvoke;
    }

    private static long? Wire(BenchmarkMethod method) =>
        method.Method.Name.StartsWith("Write", StringComparison.Ordinal) && method.Method.ReturnType == typeof(int)
            ? Convert.ToInt64(method.Call(), CultureInfo.InvariantCulture)
            : null;

    // Of few samples, the quartiles are the outer ones.
    private static double Lower(List<double> sorted) => sorted[(sorted.Count - 1) / 4];

    private static double Upper(List<double> sorted) => sorted[sorted.Count - 1 - ((sorted.Count - 1) / 4)];
}
