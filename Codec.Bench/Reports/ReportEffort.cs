using System;
using Codec.Bench.Measuring;

namespace Codec.Bench.Reports;

/// <summary>The effort of the measurements of a report.</summary>
/// <param name="Name">A word for arguments and file names.</param>
/// <param name="Processes">The number of processes for each benchmark class.</param>
/// <param name="Plan">The plan of each process.</param>
internal sealed record ReportEffort(string Name, int Processes, MeasurePlan Plan)
{
    /// <summary>The effort of a full report. With three processes, a single one with an unlucky memory layout does not decide.</summary>
    internal static ReportEffort Full { get; } = new("full", 3, Rounds(101, fewest: 5, limitSeconds: 30));

    /// <summary>The effort of a quick report: enough samples for quartiles.</summary>
    internal static ReportEffort Quick { get; } = new("quick", 1, Rounds(21, fewest: 3, limitSeconds: 15));

    /// <summary>The effort of the ranking: enough processes for a spread, and about a minute for all of its questions.</summary>
    internal static ReportEffort Ranking { get; } = new("ranking", 3, Rounds(51, fewest: 5, limitSeconds: 8));

    /// <exception cref="ArgumentException">The effort is unknown.</exception>
    internal static ReportEffort Named(string name) => name == Full.Name ? Full
        : name == Quick.Name ? Quick
        : name == Ranking.Name ? Ranking
        : throw new ArgumentException($"There is no effort '{name}'.", nameof(name));

    /// <summary>Creates a plan with 30 ms for each round of a class. If a round takes longer, there are fewer rounds.</summary>
    private static MeasurePlan Rounds(int samples, int fewest, int limitSeconds) =>
        new(samples, TimeSpan.FromMilliseconds(30 * samples), fewest, TimeSpan.FromSeconds(limitSeconds));
}
