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
    /// <summary>Gets the names of this library's other ways.</summary>
    public IReadOnlyList<string> AlsoOurs { get; init; } = [];

    /// <summary>Gets the ways that belong to the table but have no figure.</summary>
    public IReadOnlyList<ReportAbsence> Absent { get; init; } = [];

    /// <summary>Gets the ratios of the same ways on another machine, or <see langword="null"/>.</summary>
    public ReportReference? Reference { get; init; }

    /// <summary>Gets whether the table represents its section in the README.</summary>
    public bool IsHeadline { get; init; }

    /// <summary>Gets a sentence that applies only to this table, or an empty string.</summary>
    public string Remark { get; init; } = "";

    /// <summary>Gets the conditions under which the answer is valid, or <see langword="null"/> if they are those of the section.</summary>
    public string? Conditions { get; init; }

    /// <summary>Gets the heading of the table's block in a chart. It is the table's title if the block contains only this table.</summary>
    public string Block { get; init; } = Title;

    /// <summary>Gets the table's column in its block. It is empty if the block contains only this table.</summary>
    public string Column { get; init; } = "";

    /// <summary>Gets whether the rows are ways to do one job. Rows of different jobs have no ranks, and keep their order.</summary>
    public bool IsOneJob { get; init; } = true;

    /// <summary>
    /// Gets the reason why the table names no winner: its way of the library has no figure. Otherwise, gets <see langword="null"/>.
    /// </summary>
    public ReportAbsence? Undecided => Ours is null ? null : Absent.FirstOrDefault(absence => absence.Name == Ours);

    /// <summary>Returns whether a row is a way of this library.</summary>
    public bool IsOurs(ReportRow row)
    {
        ArgumentNullException.ThrowIfNull(row);
        return row.Name == Ours || AlsoOurs.Contains(row.Name);
    }

    /// <summary>Returns the time of <see cref="Ours"/> as a multiple of the fastest choice's.</summary>
    public double RatioOfOurs() => Rows.First(row => row.Name == Ours).Nanoseconds / Rows.Where(row => row.Name != Limit).Min(row => row.Nanoseconds);

    /// <summary>
    /// Returns the rows with their ranks: the limit first, then the others by time. All ranks are zero if the table is <see cref="Undecided"/> or its rows do
    /// different jobs.
    /// </summary>
    public IReadOnlyList<RankedRow> Ranked()
    {
        if (!IsOneJob)
        {
            return [.. Rows.Select(row => new RankedRow(0, row))];
        }

        List<RankedRow> ranked = [.. Rows.Where(row => row.Name == Limit).Select(row => new RankedRow(0, row))];
        int rank = 1;
        double leastHigh = double.NegativeInfinity;
        foreach ((int index, ReportRow row) in Rows.Where(row => row.Name != Limit)
            .OrderBy(row => row.Nanoseconds).ThenBy(row => row.Name, StringComparer.Ordinal).Index())
        {
            // Ways share a rank only if all of their intervals overlap with each other. So a wide interval does not connect two ways that do not
            // overlap.
            (rank, leastHigh) = row.Low > leastHigh ? (index + 1, row.High) : (rank, Math.Min(leastHigh, row.High));
            ranked.Add(new RankedRow(Undecided is null ? rank : 0, row));
        }

        return ranked;
    }
}
