using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Measuring;

namespace Codec.Bench.Reports;

/// <summary>Measures all methods of a benchmark class in one process.</summary>
internal static class RowSampler
{
    /// <summary>The argument with which a program measures one benchmark class and prints the samples.</summary>
    internal const string Verb = "measure-rows";

    private static readonly TimeSpan SocketWarmUp = TimeSpan.FromSeconds(5);

    /// <summary>Runs the process that the report starts.</summary>
    internal static void Print(string benchmarks, string parameters, string effort)
    {
        ParentProcess.ExitWithIt();
        Console.Out.WriteLine(JsonSerializer.Serialize(
            Measure(benchmarks, parameters.Length == 0 ? null : parameters, ReportEffort.Named(effort))));
    }

    internal static List<RowSample> Measure(string benchmarks, string? parameters, ReportEffort effort)
    {
        string[] names = Methods(benchmarks);
        BenchmarkMethod[] methods = [.. names.Select(name => BenchmarkMethod.Make($"{benchmarks}.{name}", parameters))];
        bool usesSockets = methods[0].Method.DeclaringType!.Namespace == "Codec.Bench.Transport";
        Measurement[] measurements = Measurer.Measure(methods, usesSockets ? effort.Plan with { WarmUp = SocketWarmUp } : effort.Plan);
        List<RowSample> rows = [];
        for (int i = 0; i < methods.Length; i++)
        {
            rows.Add(RowSample.Of(names[i], methods[i], measurements[i], Wire(methods[i])));
            methods[i].Dispose();
        }

        return rows;
    }

    private static string[] Methods(string benchmarks)
    {
        Type type = typeof(RowSampler).Assembly.GetTypes().FirstOrDefault(candidate => candidate.Name == benchmarks)
            ?? throw new ArgumentException($"There are no benchmarks '{benchmarks}'.", nameof(benchmarks));
        return [.. Methods(type).Select(method => method.Name)];
    }

    /// <summary>Returns the methods of a benchmark class that the report measures.</summary>
    internal static IEnumerable<MethodInfo> Methods(Type benchmarks) =>
        benchmarks.GetMethods().Where(method => method.IsDefined(typeof(BenchmarkAttribute)) && !method.IsDefined(typeof(BudgetOnlyAttribute)));

    private static long? Wire(BenchmarkMethod method) =>
        method.Method.Name.StartsWith("Write", StringComparison.Ordinal) && method.Method.ReturnType == typeof(int)
            ? Convert.ToInt64(method.Call(), CultureInfo.InvariantCulture)
            : null;
}
