using System;
using System.Linq;
using System.Reflection;
using Codec.Bench.Measuring;

namespace Codec.Bench.Reports;

/// <summary>The unit of measurement of one process: a benchmark class with its parameters. Several tables can show parts of it.</summary>
/// <param name="Benchmarks">The class, by name.</param>
/// <param name="Parameters">Values of its [Params] members.</param>
/// <param name="Host">The runtime that runs it, or <see langword="null"/> for that of this program.</param>
internal sealed record ReportUnit(string Benchmarks, string? Parameters, RuntimeHost? Host = null)
{
    /// <summary>The additional time for each method: to warm up, and to find the number of calls in a turn.</summary>
    private const double SecondsToSettle = 0.15;

    /// <summary>The time for the first two tiers of the JIT, each 100 ms after the last compiled method.</summary>
    private const double SecondsToCompile = 0.4;

    /// <summary>The time of a sample, in seconds. A sample takes one to two milliseconds.</summary>
    private const double SecondsASample = 0.0015;

    /// <summary>The time to start the process and its JIT, and to prepare the benchmarks.</summary>
    private const double SecondsToStart = 0.4;

    /// <summary>The unit's name in progress and cache.</summary>
    internal string Name => Host?.Id + Benchmarks + (Parameters is null ? "" : $"({Parameters})");

    /// <summary>Gets whether this program has the class.</summary>
    internal bool Exists => Class() is not null;

    /// <summary>Returns the approximate duration of one process, in seconds.</summary>
    internal double Seconds(ReportEffort effort)
    {
        int methods = Class() is { } type ? RowSampler.Methods(type).Count() : 0;
        return SecondsToStart + SecondsToCompile + Measurer.Quiet.TotalSeconds + (methods * SecondsToSettle)
            + Math.Max(methods * effort.Plan.Samples * SecondsASample, Slow(effort));
    }

    /// <summary>
    /// Returns the time for the samples of slow benchmarks, in seconds, or 0. If a call takes many milliseconds, the samples take all of the planned
    /// time. If it takes longer, they take as long as the minimum number of samples. Then each method is called two to 20 times to count the allocated
    /// bytes, because the count is repeated while the JIT compiles methods.
    /// </summary>
    private double Slow(ReportEffort effort) => (Benchmarks, Parameters) switch
    {
        ("MemoryStreamBenchmarks", "Size=536870912") => 16,
        ("MemoryStreamBenchmarks", "Size=134217728") => 4 + (2 * effort.Plan.Time.TotalSeconds),
        ("LogBenchmarks", "BufferSize=1") => 60 * effort.Plan.FewestLongSamples,
        ("LogBenchmarks", _) => 16 * effort.Plan.FewestLongSamples,
        ("GigabyteCaptureBenchmarks", _) => 8,
        ("RuntimeFileBenchmarks", _) => 4 + effort.Plan.Time.TotalSeconds,
        ("PingPongBenchmarks" or "OneWayBenchmarks" or "EchoBenchmarks" or "CaptureBenchmarks", _)
            or ("SpanDecodeBenchmarks" or "SequenceDecodeBenchmarks" or "PipeReadBenchmarks" or "PushDecodeBenchmarks" or "EncodeBenchmarks", _)
            or ("MemoryStreamBenchmarks", "Size=8388608") => 2 * effort.Plan.Time.TotalSeconds,
        _ => 0,
    };

    private Type? Class() => Assembly.GetExecutingAssembly().GetTypes().FirstOrDefault(type => type.Name == Benchmarks);
}
