using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>Summarizes a section in one sentence, based only on the figures.</summary>
public static class ReportSummary
{
    /// <summary>Returns the sentence for the tables of the front page, or for the curves.</summary>
    public static string Sentence(ReportSection section)
    {
        ArgumentNullException.ThrowIfNull(section);
        ReportTable[] tables = [.. section.FrontTables.Where(Choices)];
        return section.Curves.Count > 0 ? ReportCurveMarkdown.Summary(section)
            : tables.Length == 0 ? "Not measured yet."
            : section.IsByRuntime ? Gains(section)
            : Array.Exists(tables, HasLimit) && (tables.Select(table => table.Ours).Distinct().Count() > 1 || Array.TrueForAll(tables, HasOnlyOurs)) ? AgainstLimits(tables)
            : Array.FindAll(tables, table => table.Undecided is null) is not { Length: > 0 } decided ? "No way is named the fastest, because the library's own has no figure."
            : section.Id == EndToEnd.Id ? Firsts(decided)
            : Winner(decided);
    }

    /// <summary>Returns the fastest ways of each table, by block.</summary>
    private static string Firsts(ReportTable[] tables)
    {
        List<string> parts = [];
        foreach (IGrouping<string, ReportTable> block in tables.GroupBy(table => table.Block))
        {
            IEnumerable<string> firsts = block.GroupBy(table => string.Join(" or ", table.Ranked().Where(row => row.Rank == 1).Select(row => row.Row.Name)))
                .Select(group => $"{group.Key} for {ReportText.Listed([.. group.Select(table => table.Column)])}");
            parts.Add($"{(parts.Count == 0 ? $"{block.Key}, the fastest of the measured ways are" : $"{ToLower(block.Key)},")} {string.Join(", ", firsts)}");
        }

        return string.Join("; ", parts) + ".";
    }

    /// <summary>
    /// Returns the times of the library's ways as multiples of the limits', for tables of different jobs, or without a choice of another library. Tables
    /// without a limit are omitted.
    /// </summary>
    private static string AgainstLimits(ReportTable[] tables)
    {
        ReportTable[] limited = Array.FindAll(tables, table => HasLimit(table) && table.Rows.Any(row => row.Name == table.Ours));
        IEnumerable<string> parts = limited.GroupBy(table => table.Ours!)
            .Select(group => $"{group.Key} takes {Range([.. group.Select(table => Time(table, group.Key) / Time(table, table.Limit!))])}");
        return $"As multiples of the limit ({string.Join(" or ", limited.Select(table => table.Limit).Distinct())}): {string.Join("; ", parts)}.";
    }

    private static string Winner(ReportTable[] tables)
    {
        // The way that has the first rank most often. If several have it equally often, a way of the library is preferred.
        (string name, int count) = tables
            .SelectMany(table => table.Ranked().Where(row => row.Rank == 1).Select(row => (row.Row.Name, IsOurs: table.IsOurs(row.Row))))
            .GroupBy(first => first.Name)
            .Select(group => (group.Key, Count: group.Count(), IsOurs: group.Any(first => first.IsOurs)))
            .OrderByDescending(way => way.Count).ThenByDescending(way => way.IsOurs)
            .Select(way => (way.Key, way.Count)).First();
        ReportTable[] with = [.. tables.Where(table => table.Rows.Any(row => row.Name == name))];
        string sentence = tables.Length == 1
            ? $"**{name}** is the fastest"
            : count == tables.Length ? $"**{name}** is the fastest, or shares the first rank, in {(count == 2 ? "both" : $"all {count}")} cases"
            : $"**{name}** is the fastest, or shares the first rank, in {count} of {tables.Length} cases";
        double[] slowest = [.. with.Where(table => Slowest(table).Name != name).Select(table => Slowest(table).Nanoseconds / Time(table, name))];
        sentence += slowest.Length == 0 ? "" : $"; the slowest way takes {Range(slowest)} its time";
        double[] limits = [.. with.Where(HasLimit).Select(table => Time(table, name) / Time(table, table.Limit!))];
        sentence += limits.Length == 0 ? "" : $"; {name} takes {Range(limits)} the limit's time";
        int beaten = with.Count(table => table.Absent.Any(absence => ReportChart.ByReference(table, absence.Name) < Time(table, name)));
        return sentence + (beaten == 0 ? "" : $"; by reference, a library that was not measured is faster in {beaten}") + ".";
    }

    private static string Gains(ReportSection section)
    {
        List<string> parts = [];
        foreach (IGrouping<string, ReportTable> block in section.FrontTables.GroupBy(table => table.Block))
        {
            (string from, string to, double[] gains) = Gain([.. block]);
            if (gains.Length > 0)
            {
                parts.Add($"{ToLower(block.Key)}, {Range(gains)} ({from} to {to})");
            }
        }

        return parts.Count == 0 ? "Only one runtime is measured." : $"The older runtime's time as a multiple of the newer one's: {string.Join("; ", parts)}.";
    }

    /// <summary>Returns the time on the first runtime of a block divided by that on the last one, for each way that both have.</summary>
    internal static (string From, string To, double[] Gains) Gain(IReadOnlyList<ReportTable> block)
    {
        ReportTable first = block[0];
        ReportTable last = block[^1];
        return (first.Column, last.Column, block.Count == 1
            ? []
            : [.. first.Rows.Where(row => row.Name != first.Limit && last.Rows.Any(other => other.Name == row.Name)).Select(row => row.Nanoseconds / Time(last, row.Name))]);
    }

    private static bool Choices(ReportTable table) => table.Rows.Any(row => row.Name != table.Limit);

    private static bool HasLimit(ReportTable table) => table.Rows.Any(row => row.Name == table.Limit);

    private static bool HasOnlyOurs(ReportTable table) => table.Rows.All(row => row.Name == table.Limit || table.IsOurs(row));

    private static ReportRow Slowest(ReportTable table) => table.Rows.Where(row => row.Name != table.Limit).MaxBy(row => row.Nanoseconds)!;

    private static double Time(ReportTable table, string name) => table.Rows.First(row => row.Name == name).Nanoseconds;

    /// <summary>Returns the lowest and the highest of some ratios as text; only one if both are the same.</summary>
    internal static string Range(double[] ratios, string before = "", string between = " to ") =>
        ReportText.Times(ratios.Min()) is var least && ReportText.Times(ratios.Max()) is var most && least != most ? $"{before}{least}{between}{most}" : ReportText.Times(ratios.Max());

    private static string ToLower(string title) => title.Length > 1 && !char.IsUpper(title[1]) ? char.ToLowerInvariant(title[0]) + title[1..] : title;
}
