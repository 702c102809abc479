using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>The report as markdown. The same data give the same text.</summary>
public static class ReportMarkdown
{
    /// <summary>Where the README's table begins.</summary>
    public const string Begin = "<!-- benchmarks: written by the report -->";

    /// <summary>Where the README's table ends.</summary>
    public const string End = "<!-- /benchmarks -->";

    /// <summary>The whole of docs/benchmarks.md.</summary>
    public static string Document(ReportData data)
    {
        ArgumentNullException.ThrowIfNull(data);
        StringBuilder text = new();
        text.Append("# Benchmarks\n\nWritten by `dotnet run -c Release --project Codec.Bench -- report`; not to be edited. ");
        text.Append(data.IsRough ? "**Rough figures**, of `report --quick`: nothing to decide by. " : "");
        text.Append("[choosing.md](choosing.md) leads from a need to its section.\n\n");
        text.Append(Text($"- commit: {data.Commit}\n- machine: {data.Machine}\n- runtimes: {string.Join("; ", data.Versions)}\n"));
        text.Append(Text($"- each figure: the median of {data.Processes} process{(data.Processes == 1 ? "" : "es")} of up to {data.Samples} samples, after warming up; "));
        text.Append("the interval reaches from the lowest first quartile of a process to the highest third quartile.\n");
        text.Append("- ranks are shared where intervals overlap; times hold for this machine, the ratios between them travel better.\n");
        text.Append("- \"limit\" is what to compare with: a raw loop of the machine, the same work by hand without the library's checks, or in C++. It has no rank, and where its interval lies below ours, the sentence says by how much ours loses.\n");
        text.Append("- \"reference\" is a ratio to the same baseline that was measured on another machine before this library was written: only ratios compare. Beside the generated packet stands what was then code written by hand for the same message.\n");
        foreach (ReportSection section in data.Sections)
        {
            text.Append(Text($"\n## {section.Title}\n\n"));
            foreach (ReportTable table in section.Tables)
            {
                ReportTableMarkdown.Append(text, table, section.Conditions);
            }

            foreach (string missing in section.Missing)
            {
                text.Append(Text($"Not measured: {missing}\n\n"));
            }
        }

        return text.ToString().TrimEnd('\n') + "\n";
    }

    /// <summary>The README with the short table between its markers.</summary>
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

    private static string ShortTable(ReportData data)
    {
        StringBuilder text = new();
        text.Append("| question | fastest | time | allocated | the slowest takes |\n|---|---|---:|---:|---:|\n");
        foreach (ReportTable table in data.Sections.SelectMany(Headlines))
        {
            ReportRow[] choices = [.. table.Ranked().Where(row => row.Rank > 0).Select(row => row.Row)];
            string names = string.Join(", ", table.Ranked().Where(row => row.Rank == 1).Select(row => ReportText.Name(row.Row.Name)));
            string slowest = choices.Length == 1 ? "" : ReportText.Times(choices[^1].Nanoseconds / choices[0].Nanoseconds);
            text.Append(Text($"| {table.Title} | {names} | {ReportText.Time(choices[0].Nanoseconds)} | {ReportText.Bytes(choices[0].BytesAllocated)} | {slowest} |\n"));
        }

        return text.Append(Text($"\nCommit {data.Commit}, {data.Machine}. All of it, with error bars: [docs/benchmarks.md](docs/benchmarks.md).{(data.IsRough ? " **Rough figures**, of `report --quick`." : "")}\n")).ToString();
    }

    /// <summary>The tables that stand for their section; the first where none is marked.</summary>
    private static IEnumerable<ReportTable> Headlines(ReportSection section) =>
        section.Tables.Any(table => table.IsHeadline) ? section.Tables.Where(table => table.IsHeadline) : section.Tables.Take(1);

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
