using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>One table of the report as markdown: its chart, its rows, the columns that it has figures for, and the advice.</summary>
internal static class ReportTableMarkdown
{
    private const string Nothing = "–";

    internal static void Append(StringBuilder text, ReportTable table, string conditions)
    {
        List<(string Heading, Func<ReportRow, string> Cell)> columns = [.. Columns(table)];
        text.Append(Text($"### {table.Title}\n\n![{table.Title}](benchmarks/{table.Id}.svg)\n\n"));
        text.Append(Text($"| rank | | {string.Join(" | ", columns.Select(column => column.Heading))} |\n|---:|---|{string.Concat(columns.Select(_ => "---:|"))}\n"));
        foreach (RankedRow ranked in table.Ranked())
        {
            string rank = ranked.Rank == 0 ? "limit" : ranked.Rank.ToString(CultureInfo.InvariantCulture);
            text.Append(Text($"| {rank} | {ReportText.Name(ranked.Row.Name)} | {string.Join(" | ", columns.Select(column => column.Cell(ranked.Row)))} |\n"));
        }

        // The reference, where there is one, is the last column.
        int empty = columns.Count - (table.Reference is null ? 1 : 2);
        foreach (ReportAbsence absence in table.Absent)
        {
            string reference = table.Reference is null ? "" : $" {Reference(table.Reference, absence.Name)} |";
            text.Append(Text($"| {Nothing} | {ReportText.Name(absence.Name)} | not measured: {absence.Reason} |{string.Concat(Enumerable.Repeat(" |", empty))}{reference}\n"));
        }

        string remark = table.Remark.Length == 0 ? "" : " " + table.Remark;
        text.Append(Text($"\n{ReportAdvice.Sentence(table)} {table.Conditions ?? conditions}{remark}\n\n"));
    }

    private static IEnumerable<(string Heading, Func<ReportRow, string> Cell)> Columns(ReportTable table)
    {
        ReportRow first = table.Ranked().First(row => row.Rank != 0 || table.Rows.Count == 1).Row;
        yield return ("time", row => ReportText.Time(row.Nanoseconds));
        yield return ("interval", row => ReportText.Interval(row.Low, row.High));
        yield return ("against the first", row => ReportText.Times(row.Nanoseconds / first.Nanoseconds));
        yield return ("allocated", row => ReportText.Bytes(row.BytesAllocated));
        if (table.Rows.Any(row => row.WireBytes is not null))
        {
            yield return ("packet on the wire", row => row.WireBytes is { } bytes ? ReportText.Bytes(bytes) : Nothing);
        }

        if (table.Rows.Any(row => row.VerifyNanoseconds is not null))
        {
            yield return ("verify", row => row.VerifyNanoseconds is { } time ? ReportText.Time(time) : Nothing);
        }

        if (table.Reference is { } reference && table.Rows.FirstOrDefault(row => row.Name == reference.Baseline) is { } baseline)
        {
            yield return ($"against {ReportText.Name(baseline.Name)}", row => ReportText.Times(row.Nanoseconds / baseline.Nanoseconds));
            yield return ("reference", row => Reference(reference, row.Name));
        }
    }

    private static string Reference(ReportReference reference, string name) =>
        reference.Ratios.TryGetValue(name, out double ratio) ? ReportText.Times(ratio) : Nothing;

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
