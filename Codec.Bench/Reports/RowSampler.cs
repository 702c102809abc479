using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Reflection;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Measuring;

namespace Codec.Bench.Reports;

/// <summary>Measures all methods of a benchmark class in one process, in turns, so that a change of the machine hits all alike.</summary>
internal static class RowSampler
{
    /// <summary>Far above the clock's resolution, far below a scheduler's slice.</summary>
    private const double SampleMilliseconds = 1;

    /// <summary>Each tier of the JIT waits 100 ms for the one before it.</summary>
    private static readonly TimeSpan WarmUp = TimeSpan.FromMilliseconds(400);

    /// <summary>A benchmark of whole milliseconds has had its samples after this time.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    internal static List<RowSample> Measure(string benchmarks, string? parameters, int samples)
    {
        string[] names = Methods(benchmarks);
        BenchmarkMethod[] methods = [.. names.Select(name => BenchmarkMethod.Make($"{benchmarks}.{name}", parameters))];
        long[] calls = [.. methods.Select(Prepare)];
        List<double>[] times = [.. methods.Select(_ => new List<double>())];
        var total = Stopwatch.StartNew();
        for (int round = 0; round < samples && (round < 5 || total.Elapsed < Patience); round++)
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
                names[i], At(times[i], 0.5), At(times[i], 0.25), At(times[i], 0.75), Allocated(methods[i], Math.Clamp(calls[i], 1, 1000)), Wire(methods[i])));
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

    private static long Prepare(BenchmarkMethod method)
    {
        var watch = Stopwatch.StartNew();
        do
        {
            method.Invoker.Run(1);
        }
        while (watch.Elapsed < WarmUp);

        long calls = 1;
        while (Time(method, calls) * calls * method.OperationsPerInvoke < SampleMilliseconds * 1e6)
        {
            calls *= 2;
        }

        return calls;
    }

    private static double Time(BenchmarkMethod method, long calls)
    {
        long start = Stopwatch.GetTimestamp();
        method.Invoker.Run(calls);
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds / calls / method.OperationsPerInvoke;
    }

    private static double Allocated(BenchmarkMethod method, long calls)
    {
        long before = GC.GetTotalAllocatedBytes(precise: true);
        method.Invoker.Run(calls);
        return (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)calls / method.OperationsPerInvoke;
    }

    private static long? Wire(BenchmarkMethod method) =>
        method.Method.Name.StartsWith("Write", StringComparison.Ordinal) && method.Method.ReturnType == typeof(int)
            ? Convert.ToInt64(method.Call(), CultureInfo.InvariantCulture)
            : null;

    private static double At(List<double> sorted, double share) => sorted[(int)(share * (sorted.Count - 1))];
}
