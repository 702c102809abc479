using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>Formats the report as Markdown.</summary>
public static class ReportMarkdown
{
    /// <summary>The marker before the README's table.</summary>
    public const string Begin = "<!-- benchmarks: written by the report -->";

    /// <summary>The marker after the README's table.</summary>
    public const string End = "<!-- /benchmarks -->";

    /// <summary>The line that every page has.</summary>
    internal const string Generated = "Written by `dotnet run -c Release --project Codec.Bench -- report`; do not edit.";

    private const string Rough = "**Rough figures** of `report --quick`: do not base decisions on them.";

    /// <summary>Returns the front page: each question with a chart and one sentence.</summary>
    public static string Front(ReportData data)
    {
        ArgumentNullException.ThrowIfNull(data);
        StringBuilder text = new();
        text.Append(Text($"# Benchmarks\n\n{Generated} {(data.IsRough ? Rough + " " : "")}[choosing.md](choosing.md) helps you to choose, "));
        text.Append("[benchmarking.md](benchmarking.md) describes how times are measured.\n\n");
        text.Append("Times are valid for the machine that they were measured on; ratios depend less on the machine. Ways share a rank if the intervals of all of them overlap.\n");
        foreach (ReportSection section in data.Sections)
        {
            text.Append(Text($"\n## {section.Question}\n\n"));
            if (ReportPages.FrontBlocks(section, data).Count > 0)
            {
                text.Append(Text($"![{section.Title}](benchmarks/{section.Id}.svg)\n\n"));
            }

            foreach (ReportCurve curve in section.Curves.Take(1))
            {
                text.Append(Text($"![{curve.Title}](benchmarks/{ReportPages.Chart(section, curve)}.svg)\n\n"));
            }

            text.Append(Text($"{ReportSummary.Sentence(section)} [{section.Title}](benchmarks/{section.Id}.md)\n"));
        }

        text.Append("\n## Where the figures come from\n\n| page | measured | commit | machine | runtimes |\n|---|---|---|---|---|\n");
        foreach (ReportSection section in data.Sections)
        {
            text.Append(Text($"| [{section.Title}](benchmarks/{section.Id}.md) | {(section.Provenance is { } from ? $"{from.Date}{(from.IsRough ? ", roughly" : "")} | {from.Commit} | {from.Machine} | {string.Join("; ", from.Versions)}" : "not yet | | |")} |\n"));
        }

        return text.ToString();
    }

    /// <summary>Returns the page of one topic.</summary>
    public static string Page(ReportSection section, ReportData data)
    {
        ArgumentNullException.ThrowIfNull(section);
        ArgumentNullException.ThrowIfNull(data);
        StringBuilder text = new();
        text.Append(Text($"# {section.Title}\n\n{Generated} {(section.Provenance is { IsRough: true } ? Rough + " " : "")}The other questions are in [benchmarks.md](../benchmarks.md).\n\n"));
        Legend(text, section);
        if (ReportPages.FrontBlocks(section, data).Count > 0)
        {
            text.Append(Text($"![{section.Title}]({section.Id}.svg)\n\n"));
        }

        text.Append(Text($"{ReportSummary.Sentence(section)} {section.Conditions}\n\n"));
        Dictionary<string, string> charts = ReportPages.OtherCharts(section).ToDictionary(pair => pair.Block.Key, pair => pair.Chart);
        if (section.Id == EndToEnd.Id)
        {
            ReportSizes.Append(text, data);
        }
        else if (section.IsByRuntime)
        {
            foreach (IGrouping<string, ReportTable> block in section.Blocks)
            {
                ReportTableMarkdown.AppendByRuntime(text, [.. block], charts.GetValueOrDefault(block.Key));
            }
        }
        else
        {
            foreach (ReportTable table in section.Tables)
            {
                bool hasChart = charts.Remove(table.Block, out string? chart);
                ReportTableMarkdown.Append(text, table, hasChart ? chart : null);
            }
        }

        foreach (ReportCurve curve in section.Curves)
        {
            ReportCurveMarkdown.Append(text, section, curve);
        }

        if (section.Missing.Count > 0)
        {
            text.Append("## Not measured\n\n");
            text.AppendJoin("", section.Missing.Select(missing => Text($"- {missing.TrimEnd('.')}.\n")));
        }

        return text.ToString().TrimEnd('\n') + "\n";
    }

    /// <summary>Returns the README with the short table between its markers.</summary>
    /// <exception cref="ArgumentException">The README has no markers.</exception>
    public static string Readme(string readme, ReportData data)
    {
        ArgumentNullException.ThrowIfNull(readme);
        ArgumentNullException.ThrowIfNull(data);
        int begin = readme.IndexOf(Begin, StringComparison.Ordinal);
        int end = readme.IndexOf(End, StringComparison.Ordinal);
        if (begin < 0 || end < begin)
        {
            throw new ArgumentException($"The README lacks {Begin} or {End}.", nameof(readme));
        }

        return readme[..(begin + Begin.Length)] + "\n" + ShortTable(data) + readme[end..];
    }

    private static void Legend(StringBuilder text, ReportSection section)
    {
        if (section.Provenance is not { } from)
        {
            return;
        }

        text.Append(Text($"- measured on {from.Date}, commit {from.Commit}: {from.Machine}; {string.Join("; ", from.Versions)}\n"));
        if (section.Curves.Count > 0)
        {
            text.Append(from.Processes == 1
                ? "- each point is one run, so its noise is not known.\n"
                : Text($"- each point: the median of {from.Processes} runs; in parentheses, and as lines in the charts, the lowest and the highest of them.\n"));
            text.Append("- [benchmarking.md](../benchmarking.md#growth) says how each curve is measured.\n\n");
            return;
        }

        if (section.Id == EndToEnd.Id)
        {
            text.Append("- computed from the medians and intervals of [serializers.md](serializers.md)\n");
        }
        else
        {
            text.Append(Text($"- each figure: the median of {from.Processes} process{(from.Processes == 1 ? "" : "es")} of up to {from.Samples} samples, after warming up; "));
            text.Append(from.IsAligned ? "processes that are slower as a whole are scaled to the same time of one row; " : "");
            text.Append("the interval reaches from the lowest first quartile of a process to the highest third quartile. Ways share a rank if the intervals of all of them overlap.");
            text.Append(from.IsAligned || from.Processes == 1 ? "\n" : " The intervals include the differences between whole processes, so ways with the same rank may differ by the ratio that is shown.\n");
        }

        if (section.Tables.Any(table => table.Rows.Any(row => row.Name == table.Limit)))
        {
            text.Append("- \"limit\" is a row to compare with: a raw loop of the machine, hand-written code for the same work without the library's checks, or C++. It has no rank.\n");
        }

        if (section.Tables.Any(table => table.Reference is not null) || section.Id == EndToEnd.Id)
        {
            text.Append(Text($"- \"reference\" is a ratio to the baseline that its column names, {ReportReferences.Provenance}; {ReportReferences.Versions(section.Id)}. Only the ratios are comparable."));
            text.Append(ReportReferences.CanMeasure(section.Id)
                ? Text($" To measure these libraries here, with a registry that has them: `{ReportReferences.Command} {(section.Id == EndToEnd.Id ? EndToEnd.Source : section.Id)}`\n")
                : " These libraries are not benchmarks of this project; `Peers=true` adds the serializers and the streams only.\n");
        }

        text.Append('\n');
    }

    private static string ShortTable(ReportData data)
    {
        StringBuilder text = new();
        text.Append("| question | fastest | time | allocated | the slowest takes |\n|---|---|---:|---:|---:|\n");
        (ReportSection Section, ReportTable Table)[] rows =
            [.. data.Sections.Where(section => section.Id != EndToEnd.Id).SelectMany(section => Headlines(section).Select(table => (section, table)))];
        string[] origins = [.. rows.Select(row => Origin(row.Section)).Distinct()];
        foreach ((ReportSection section, ReportTable table) in rows)
        {
            RankedRow[] ranked = [.. table.Ranked()];
            ReportRow[] choices = [.. ranked.Where(row => row.Rank > 0).Select(row => row.Row)];
            string names = string.Join(", ", ranked.Where(row => row.Rank == 1).Select(row => ReportText.Name(row.Row.Name)));
            string slowest = Array.TrueForAll(ranked, row => row.Rank <= 1) ? "" : ReportText.Times(choices[^1].Nanoseconds / choices[0].Nanoseconds);
            text.Append(Text($"| {table.Title}{Mark(section)} | {names} | {ReportText.Time(choices[0].Nanoseconds)} | {ReportText.Bytes(choices[0].BytesAllocated)} | {slowest} |\n"));
        }

        string from = string.Join("; ", origins.Select((origin, index) => origins.Length > 1 ? $"({index + 1}) {origin}" : origin));
        return text.Append(Text($"\n{from}. All results, with error bars: [docs/benchmarks.md](docs/benchmarks.md).{(data.IsRough ? " **Rough figures** of `report --quick`." : "")}\n")).ToString();

        // Times of two machines are not comparable, so each row shows its origin.
        string Mark(ReportSection section) => origins.Length > 1 ? Text($" ({Array.IndexOf(origins, Origin(section)) + 1})") : "";
    }

    private static string Origin(ReportSection section) => section.Provenance is { } from ? $"Commit {from.Commit}, {from.Machine}" : "";

    /// <summary>
    /// Returns the tables that represent the section in the README; the first table if none is marked. Tables without a winner are omitted.
    /// </summary>
    private static IEnumerable<ReportTable> Headlines(ReportSection section) =>
        (section.Tables.Any(table => table.IsHeadline) ? section.Tables.Where(table => table.IsHeadline) : section.Tables.Take(1)).Where(table => table.Undecided is null);

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
