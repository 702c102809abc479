using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>A comparison of the ways of doing one job.</summary>
/// <param name="Id">A name for saved results.</param>
/// <param name="Title">The title of the table.</param>
/// <param name="Rows">The ways, in any order.</param>
/// <param name="Ours">The way that the library uses, or that it offers for the job.</param>
/// <param name="Limit">The row with the limit of the machine, which is not a choice.</param>
public sealed record ReportTable(string Id, string Title, IReadOnlyList<ReportRow> Rows, string? Ours = null, string? Limit = null)
{
    /// <summary>Other ways that are the library's.</summary>
    public IReadOnlyList<string> AlsoOurs { get; init; } = [];

    /// <summary>Ways that belong here and have no figure.</summary>
    public IReadOnlyList<ReportAbsence> Absent { get; init; } = [];

    /// <summary>The same ways' ratios from elsewhere, or <see langword="null"/>.</summary>
    public ReportReference? Reference { get; init; }

    /// <summary>Gets whether the table stands for its section in the README.</summary>
    public bool IsHeadline { get; init; }

    /// <summary>A sentence that holds for this table alone, or the empty string.</summary>
    public string Remark { get; init; } = "";

    /// <summary>Under which conditions the answer holds, where those of the section do not fit; else <see langword="null"/>.</summary>
    public string? Conditions { get; init; }

    /// <summary>What the tables of a chart's block have in common; the table's title if it is alone in its block.</summary>
    public string Block { get; init; } = Title;

    /// <summary>The table's column in its block; the empty string if it is the only one.</summary>
    public string Column { get; init; } = "";

    /// <summary>Returns whether a row is what the library does or offers.</summary>
    public bool IsOurs(ReportRow row)
    {
        ArgumentNullException.ThrowIfNull(row);
        return row.Name == Ours || AlsoOurs.Contains(row.Name);
    }

    /// <summary>The time of what the library does, as a multiple of the fastest choice's.</summary>
    public double RatioOfOurs() => Rows.First(row => row.Name == Ours).Nanoseconds / Rows.Where(row => row.Name != Limit).Min(row => row.Nanoseconds);

    /// <summary>The rows by time, the limit first, with their ranks.</summary>
    public IReadOnlyList<RankedRow> Ranked()
    {
        List<RankedRow> ranked = [.. Rows.Where(row => row.Name == Limit).Select(row => new RankedRow(0, row))];
        int rank = 1;
        double leastHigh = double.NegativeInfinity;
        foreach ((int index, ReportRow row) in Rows.Where(row => row.Name != Limit)
            .OrderBy(row => row.Nanoseconds).ThenBy(row => row.Name, StringComparer.Ordinal).Index())
        {
            // Ways share a rank only if all of their intervals overlap with each other: one wide interval does not tie the ways on its two sides.
            (rank, leastHigh) = row.Low > leastHigh ? (index + 1, row.High) : (rank, Math.Min(leastHigh, row.High));
            ranked.Add(new RankedRow(rank, row));
        }

        return ranked;
    }
}
