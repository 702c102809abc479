using System;
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
        text.Append("[choosing.md](choosing.md) leads from a need to its section.\n\n");
        text.Append(Text($"- commit: {data.Commit}\n- machine: {data.Machine}\n- runtimes: {string.Join("; ", data.Versions)}\n"));
        text.Append(Text($"- each figure: the median of {data.Processes} process{(data.Processes == 1 ? "" : "es")} of {data.Samples} samples, after warming up; "));
        text.Append("the interval reaches from the lowest first quartile of a process to the highest third quartile.\n");
        text.Append("- ranks are shared where intervals overlap; times hold for this machine, the ratios between them travel better.\n");
        foreach (ReportSection section in data.Sections)
        {
            text.Append(Text($"\n## {section.Title}\n\n"));
            foreach (ReportTable table in section.Tables)
            {
                Append(text, table, section.Conditions);
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
        foreach (ReportTable table in data.Sections.SelectMany(section => section.Tables.Take(1)))
        {
            ReportRow[] choices = [.. table.Ranked().Where(row => row.Rank > 0).Select(row => row.Row)];
            string names = string.Join(", ", table.Ranked().Where(row => row.Rank == 1).Select(row => row.Row.Name));
            text.Append(Text($"| {table.Title} | {names} | {ReportText.Time(choices[0].Nanoseconds)} | {ReportText.Bytes(choices[0].BytesAllocated)} | {ReportText.Times(choices[^1].Nanoseconds / choices[0].Nanoseconds)} |\n"));
        }

        return text.Append(Text($"\nCommit {data.Commit}, {data.Machine}. All of it, with error bars: [docs/benchmarks.md](docs/benchmarks.md).\n")).ToString();
    }

    private static void Append(StringBuilder text, ReportTable table, string conditions)
    {
        bool hasWire = table.Rows.Any(row => row.WireBytes is not null);
        ReportRow first = table.Ranked().First(row => row.Rank != 0 || table.Rows.Count == 1).Row;
        text.Append(Text($"### {table.Title}\n\n![{table.Title}](benchmarks/{table.Id}.svg)\n\n"));
        text.Append(Text($"| rank | | time | interval | against the first | allocated |{(hasWire ? " on the wire |" : "")}\n"));
        text.Append(Text($"|---:|---|---:|---|---:|---:|{(hasWire ? "---:|" : "")}\n"));
        foreach (RankedRow ranked in table.Ranked())
        {
            ReportRow row = ranked.Row;
            string rank = ranked.Rank == 0 ? "limit" : ranked.Rank.ToString(CultureInfo.InvariantCulture);
            text.Append(Text($"| {rank} | {row.Name} | {ReportText.Time(row.Nanoseconds)} | {ReportText.Interval(row.Low, row.High)} | {ReportText.Times(row.Nanoseconds / first.Nanoseconds)} | {ReportText.Bytes(row.BytesAllocated)} |"));
            text.Append(hasWire ? Text($" {(row.WireBytes is { } bytes ? ReportText.Bytes(bytes) : "")} |\n") : "\n");
        }

        text.Append(Text($"\n{ReportAdvice.Sentence(table)} {conditions}\n\n"));
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
