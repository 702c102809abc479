using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Bench.Measuring;
using Codec.Bench.Reports;

namespace Codec.Bench.FlatBuffers.Comparison;

/// <summary>
/// Measures one case on the three sides. Each side is a new process that settles before its thread is pinned. All threads are pinned to the same
/// core, and the sides take turns of a few milliseconds.
/// </summary>
internal sealed class ComparisonMeasurer(ComparisonBuild build)
{
    /// <summary>The maximum number of turns of each side. It is odd, so that the median is one of them.</summary>
    private const int MostRounds = 41;

    /// <summary>The length of a turn: far longer than sending a line over a pipe, and far shorter than the drift of a clock.</summary>
    private static readonly TimeSpan Turn = TimeSpan.FromMilliseconds(8);

    /// <summary>The number of rounds before a side is pinned, in which it only has to settle. The JIT's threads must not be pinned with it.</summary>
    private const int RoundsBeforePinning = 9;

    /// <summary>The time to start the sides and to compile the first two tiers.</summary>
    private const double SecondsToStart = 1;

    /// <summary>The approximate duration of <see cref="Sample"/>, in seconds.</summary>
    internal static double Seconds(ReportEffort effort) =>
        SecondsToStart + (2 * Measurer.Quiet.TotalSeconds) + ((RoundsBeforePinning + Plan(effort).Samples) * ComparisonCase.Sides.Count * Turn.TotalSeconds);

    /// <summary>Measures a case, with the names of its sides as methods.</summary>
    /// <exception cref="InvalidDataException">The sides have different results for the same work.</exception>
    internal List<RowSample> Sample(ComparisonCase one, ReportEffort effort) =>
        WithSides(one, Plan(effort), (sides, measurements) =>
            sides.Select((side, index) => RowSample.Of(ComparisonCase.Sides[index], side, measurements[index])).ToList());

    /// <summary>Measures a case, with the ratios to this repository's runtime, which is the second side.</summary>
    /// <exception cref="InvalidDataException">The sides have different results for the same work.</exception>
    internal ComparisonRow Measure(ComparisonCase one) => WithSides(one, Plan(ReportEffort.Full) with { Reference = 1 }, (sides, measurements) =>
    {
        double[] toCpp = measurements[1].RatiosTo(measurements[0]);
        double[] overPackage = measurements[2].RatiosTo(measurements[1]);
        return new ComparisonRow(
            one.Name,
            one.What,
            measurements[0].Median,
            measurements[1].Median,
            measurements[2].Median,
            Measurement.MedianOf(toCpp),
            Noise(toCpp),
            Measurement.MedianOf(overPackage),
            Noise(overPackage),
            Allocation.PerOperation(sides[1], measurements[1]),
            Allocation.PerOperation(sides[2], measurements[2]),
            measurements[0].Settling,
            measurements[2].Settling);
    });

    private T WithSides<T>(ComparisonCase one, MeasurePlan plan, Func<SideProcess[], Measurement[], T> result)
    {
        using SideProcess cpp = new(ComparisonCase.Sides[0], one.Name, build.CppProgram);
        using SideProcess ours = new(ComparisonCase.Sides[1], one.Name, "dotnet", ComparisonBuild.OurAssembly, "flatbuffers-side");
        using SideProcess package = new(ComparisonCase.Sides[2], one.Name, "dotnet", build.PackageAssembly);
        SideProcess[] sides = [cpp, ours, package];
        return result(sides, Measure(one.Name, sides, plan));
    }

    /// <summary>Lets the sides settle, pins them to one core, and measures them.</summary>
    /// <exception cref="InvalidDataException">The sides have different results for the same work.</exception>
    internal static Measurement[] Measure(string name, SideProcess[] sides, MeasurePlan plan)
    {
        Measurer.Measure(sides, plan with { Samples = RoundsBeforePinning });
        foreach (SideProcess side in sides)
        {
            side.Pin(Environment.ProcessorCount - 1);
        }

        Measurement[] measurements = Measurer.Measure(sides, plan);
        return sides.Select(side => side.Number).Distinct().Count() == 1
            ? measurements
            : throw new InvalidDataException($"The sides do not do the same work in '{name}': {string.Join(", ", sides.Select(side => side.Number))}.");
    }

    /// <summary>Returns the plan of a case, with at most <see cref="MostRounds"/> samples.</summary>
    internal static MeasurePlan Plan(ReportEffort effort) =>
        effort.Plan with { Samples = Math.Min(MostRounds, effort.Plan.Samples), Turn = Turn };

    private static double Noise(double[] sorted) => (sorted[sorted.Length * 3 / 4] - sorted[sorted.Length / 4]) / 2;
}
