using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;

namespace Codec.Bench.FlatBuffers.Comparison;

/// <summary>
/// Measures one case on the three sides: fresh processes, each warmed up before its thread is pinned to the same core, and then turns of a
/// few milliseconds, one side after the other.
/// </summary>
internal sealed class ComparisonMeasurer(ComparisonBuild build)
{
    /// <summary>Turns of each side. Odd, so that there is a middle one.</summary>
    private const int Rounds = 41;

    /// <summary>Far above what a line over a pipe takes, far below what a clock needs to drift.</summary>
    private const double TurnNanoseconds = 8e6;

    /// <summary>The JIT compiles twice in the background, each time after 100 ms of calm.</summary>
    private static readonly TimeSpan WarmUp = TimeSpan.FromMilliseconds(900);

    /// <exception cref="InvalidDataException">The sides disagree about what the case's work amounts to.</exception>
    internal ComparisonRow Measure(ComparisonCase one)
    {
        using SideProcess cpp = new("C++", build.CppProgram);
        using SideProcess ours = new("Codec", "dotnet", ComparisonBuild.OurAssembly, "flatbuffers-side");
        using SideProcess package = new("package", "dotnet", build.PackageAssembly);
        SideProcess[] sides = [cpp, ours, package];
        string[] numbers = new string[sides.Length];
        long[] counts = new long[sides.Length];
        for (int i = 0; i < sides.Length; i++)
        {
            counts[i] = Warm(sides[i], one.Name, out numbers[i]);
            sides[i].Pin(Environment.ProcessorCount - 1);
        }

        if (numbers.Distinct().Count() != 1)
        {
            throw new InvalidDataException($"The sides do not do the same work in '{one.Name}': {string.Join(", ", numbers)}.");
        }

        List<double>[] times = [[], [], []];
        for (int round = 0; round < Rounds; round++)
        {
            for (int i = 0; i < sides.Length; i++)
            {
                times[i].Add(sides[i].Time(one.Name, counts[i], out _));
            }
        }

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
            ours.Bytes(one.Name, counts[1]),
            package.Bytes(one.Name, counts[2]));
    }

    private static long Warm(SideProcess side, string name, out string number)
    {
        var total = Stopwatch.StartNew();
        long count = 1;
        do
        {
            double turn = side.Time(name, count, out number) * count;
            count = turn < TurnNanoseconds / 4 ? count * 2 : Math.Max(1, (long)(count * (TurnNanoseconds / turn)));
        }
        while (total.Elapsed < WarmUp);

        return count;
    }

    private static double Median(double[] sorted) => sorted[sorted.Length / 2];

    private static double Noise(double[] sorted) => (sorted[sorted.Length * 3 / 4] - sorted[sorted.Length / 4]) / 2;
}
