using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>Formats one table of the report as Markdown: its rows, the columns that have figures, and the advice.</summary>
internal static class ReportTableMarkdown
{
    private const string Nothing = "–";

    private const string Wire = "packet on the wire";

    private const string Allocated = "allocated";

    /// <summary>Appends a table, and before it the chart of its block if one is given.</summary>
    internal static void Append(StringBuilder text, ReportTable table, string? chart)
    {
        List<(string Heading, Func<ReportRow, string> Cell)> columns = [.. Columns(table)];
        text.Append(Text($"## {table.Title}\n\n"));
        text.Append(chart is null ? "" : Text($"![{table.Block}]({chart}.svg)\n\n"));
        string reference = table.Reference is null ? "" : Text($" reference: against {ReportText.Name(table.Reference.Baseline)} |");
        text.Append(Text($"| rank | | {string.Join(" | ", columns.Select(column => column.Heading))} |{reference}\n|---:|---|{string.Concat(columns.Select(_ => "---:|"))}{(table.Reference is null ? "" : "---:|")}\n"));
        foreach (RankedRow ranked in table.Ranked())
        {
            string rank = ranked.Row.Name == table.Limit ? "limit" : ranked.Rank == 0 ? Nothing : ranked.Rank.ToString(CultureInfo.InvariantCulture);
            text.Append(Text($"| {rank} | {ReportText.Name(ranked.Row.Name)} | {string.Join(" | ", columns.Select(column => column.Cell(ranked.Row)))} |{Ratio(table, ranked.Row.Name)}\n"));
        }

        foreach (ReportAbsence absence in table.Absent)
        {
            ReportReferenceWay? way = table.Reference?.Find(absence.Name);
            string cells = string.Join(" | ", columns.Select((column, index) => index == 0 ? (absence.Reason == ReportAbsence.NotYet ? absence.Reason : "not measured: " + absence.Reason) : column.Heading switch
            {
                Wire when way?.PayloadBytes is { } bytes => ReportText.Bytes(bytes + Codec.Packets.PacketHeader.ByteCount),
                Allocated when way?.Allocated is { } allocated => allocated,
                _ => Nothing,
            }));
            text.Append(Text($"| {Nothing} | {ReportText.Name(absence.Name)} | {cells} |{Ratio(table, absence.Name)}\n"));
        }

        text.Append(Text($"\n{string.Join(' ', ((string?[])[ReportAdvice.Sentence(table), table.Conditions, table.Remark]).Where(part => !string.IsNullOrEmpty(part)))}\n\n"));
    }

    /// <summary>Appends the tables of one block as one table: a column for each runtime, and the gain of the newest over the oldest.</summary>
    internal static void AppendByRuntime(StringBuilder text, IReadOnlyList<ReportTable> tables, string? chart)
    {
        ReportTable last = tables[^1];
        string[] names = [.. tables.SelectMany(table => table.Ranked()).Select(ranked => ranked.Row.Name).Concat(tables.SelectMany(table => table.Absent).Select(absence => absence.Name)).Distinct()];
        bool hasGain = tables.Count > 1;
        text.Append(Text($"## {last.Block}\n\n{(chart is null ? "" : $"![{last.Block}]({chart}.svg)\n\n")}| | {string.Join(" | ", tables.Select(table => table.Column))} |{(hasGain ? Text($" {tables[0].Column} to {last.Column} |") : "")}\n|---|{string.Concat(tables.Select(_ => "---:|"))}{(hasGain ? "---:|" : "")}\n"));
        foreach (string name in names)
        {
            string gain = !hasGain ? "" : Row(tables[0], name) is { } from && Row(last, name) is { } to ? $" {ReportText.Times(from.Nanoseconds / to.Nanoseconds)} |" : $" {Nothing} |";
            text.Append(Text($"| {(name == last.Limit ? "limit: " : "")}{ReportText.Name(name)} | {string.Join(" | ", tables.Select(table => Cell(table, name)))} |{gain}\n"));
        }

        text.Append("\nA cell has the time, its interval, and the bytes allocated.\n\n");
        if (last.IsOneJob)
        {
            text.AppendJoin("", tables.Select(table => Text($"- {table.Column}: {ReportAdvice.Sentence(table)}\n"))).Append('\n');
        }
    }

    private static string Cell(ReportTable table, string name) => Row(table, name) is { } row
        ? $"{ReportText.Time(row.Nanoseconds)} ({ReportText.Interval(row.Low, row.High)}), {ReportText.Bytes(row.BytesAllocated)}"
        : table.Absent.FirstOrDefault(absence => absence.Name == name)?.Reason ?? Nothing;

    private static ReportRow? Row(ReportTable table, string name) => table.Rows.FirstOrDefault(row => row.Name == name);

    private static IEnumerable<(string Heading, Func<ReportRow, string> Cell)> Columns(ReportTable table)
    {
        ReportRow? first = table.Ranked().FirstOrDefault(row => row.Rank != 0)?.Row;
        yield return ("time", row => ReportText.Time(row.Nanoseconds));
        yield return ("interval", row => ReportText.Interval(row.Low, row.High));
        if (first is not null)
        {
            yield return ("against the first", row => ReportText.Times(row.Nanoseconds / first.Nanoseconds));
        }

        yield return (Allocated, row => ReportText.Bytes(row.BytesAllocated));
        if (table.Rows.Any(row => row.WireBytes is not null))
        {
            yield return (Wire, row => row.WireBytes is { } bytes ? ReportText.Bytes(bytes) : Nothing);
        }

        if (table.Rows.Any(row => row.VerifyNanoseconds is not null))
        {
            yield return ("verify", row => row.VerifyNanoseconds is { } time ? ReportText.Time(time) : Nothing);
        }

        if (table.Reference is { } reference && table.Rows.FirstOrDefault(row => row.Name == reference.Baseline) is { } baseline && baseline != first)
        {
            yield return ($"against {ReportText.Name(baseline.Name)}", row => ReportText.Times(row.Nanoseconds / baseline.Nanoseconds));
        }
    }

    private static string Ratio(ReportTable table, string name) => table.Reference is null ? "" : table.Reference.Find(name) is { } way ? $" {ReportText.Times(way.Ratio)} |" : $" {Nothing} |";

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
