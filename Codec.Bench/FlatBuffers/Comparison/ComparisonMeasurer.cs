using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using Codec.Bench.Reports;

namespace Codec.Bench.FlatBuffers.Comparison;

/// <summary>
/// Measures one case on the three sides: fresh processes, each warmed up before its thread is pinned to the same core, and then turns of a
/// few milliseconds, one side after the other.
/// </summary>
internal sealed class ComparisonMeasurer(ComparisonBuild build)
{
    /// <summary>The sides, in the order in which they take turns.</summary>
    internal static readonly string[] Sides = ["C++", "Codec", "package"];

    /// <summary>Turns of each side at most. Odd, so that there is a middle one.</summary>
    private const int MostRounds = 41;

    /// <summary>Far above what a line over a pipe takes, far below what a clock needs to drift.</summary>
    private const double TurnNanoseconds = 8e6;

    /// <summary>The JIT compiles twice in the background, each time after 100 ms of calm.</summary>
    private static readonly TimeSpan FullWarmUp = TimeSpan.FromMilliseconds(900);

    private static readonly TimeSpan QuickWarmUp = TimeSpan.FromMilliseconds(450);

    /// <summary>About how long <see cref="Sample"/> takes, in seconds: three sides start, warm up and take their turns.</summary>
    internal static double Seconds(ReportEffort effort) => 3 * (0.2 + WarmUp(effort).TotalSeconds + (Rounds(effort) * TurnNanoseconds / 1e9));

    /// <summary>Measures a case with its sides' names for methods.</summary>
    /// <exception cref="InvalidDataException">The sides disagree about what the case's work amounts to.</exception>
    internal List<RowSample> Sample(ComparisonCase one, ReportEffort effort)
    {
        (List<double>[] times, double[] bytes) = Turns(one, WarmUp(effort), Rounds(effort));
        return [.. times.Select((side, index) =>
        {
            double[] sorted = [.. side.Order()];
            return new RowSample(Sides[index], Median(sorted), sorted[sorted.Length / 4], sorted[sorted.Length * 3 / 4], bytes[index], null);
        })];
    }

    /// <exception cref="InvalidDataException">The sides disagree about what the case's work amounts to.</exception>
    internal ComparisonRow Measure(ComparisonCase one)
    {
        (List<double>[] times, double[] bytes) = Turns(one, WarmUp(ReportEffort.Full), Rounds(ReportEffort.Full));
        double[] toCpp = [.. times[1].Zip(times[0], (our, their) => our / their).Order()];
        double[] overPackage = [.. times[2].Zip(times[1], (their, our) => their / our).Order()];
        return new ComparisonRow(
            one.Name,
            one.What,
            Median([.. times[0].Order()]),
            Median([.. times[1].Order()]),
            Median([.. times[2].Order()]),
            Median(toCpp),
            Noise(toCpp),
            Median(overPackage),
            Noise(overPackage),
            bytes[1],
            bytes[2]);
    }

    private (List<double>[] Times, double[] Bytes) Turns(ComparisonCase one, TimeSpan warmUp, int rounds)
    {
        using SideProcess cpp = new(Sides[0], build.CppProgram);
        using SideProcess ours = new(Sides[1], "dotnet", ComparisonBuild.OurAssembly, "flatbuffers-side");
        using SideProcess package = new(Sides[2], "dotnet", build.PackageAssembly);
        SideProcess[] sides = [cpp, ours, package];
        string[] numbers = new string[sides.Length];
        long[] counts = new long[sides.Length];
        for (int i = 0; i < sides.Length; i++)
        {
            counts[i] = Warm(sides[i], one.Name, warmUp, out numbers[i]);
            sides[i].Pin(Environment.ProcessorCount - 1);
        }

        if (numbers.Distinct().Count() != 1)
        {
            throw new InvalidDataException($"The sides do not do the same work in '{one.Name}': {string.Join(", ", numbers)}.");
        }

        List<double>[] times = [[], [], []];
        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < sides.Length; i++)
            {
                times[i].Add(sides[i].Time(one.Name, counts[i], out _));
            }
        }

        return (times, [.. sides.Select((side, index) => side.Bytes(one.Name, counts[index]))]);
    }

    private static TimeSpan WarmUp(ReportEffort effort) => effort == ReportEffort.Full ? FullWarmUp : QuickWarmUp;

    private static int Rounds(ReportEffort effort) => Math.Min(MostRounds, effort.Samples);

    private static long Warm(SideProcess side, string name, TimeSpan warmUp, out string number)
    {
        var total = Stopwatch.StartNew();
        long count = 1;
        do
        {
            double turn = side.Time(name, count, out number) * count;
            count = turn < TurnNanoseconds / 4 ? count * 2 : Math.Max(1, (long)(count * (TurnNanoseconds / turn)));
        }
        while (total.Elapsed < warmUp);

        return count;
    }

    private static double Median(double[] sorted) => sorted[sorted.Length / 2];

    private static double Noise(double[] sorted) => (sorted[sorted.Length * 3 / 4] - sorted[sorted.Length / 4]) / 2;
}
