using System;
using System.Globalization;
using Codec.Bench.Reports;
using Spectre.Console;

namespace Codec.Bench.Commands;

/// <summary><c>-- runtimes</c>: the header writers and the ways to make a packet on each runtime that runs here; says what could not run, and why.</summary>
internal static class RuntimesCommand
{
    internal static int Run()
    {
        ReportCache cache = new(ReportHost.Root, ReportHost.Commit(), ReportHost.Machine(), ReportEffort.Full);
        ReportSection section = new ReportMeasurer(cache, ReportEffort.Full, []).Runtimes();
        foreach (ReportTable table in section.Tables)
        {
            AnsiConsole.WriteLine();
            AnsiConsole.WriteLine(table.Title);
            Table rows = new Table().Border(TableBorder.Horizontal).AddColumns("rank", "", "time", "interval", "allocated");
            foreach (RankedRow ranked in table.Ranked())
            {
                ReportRow row = ranked.Row;
                rows.AddRow(
                    ranked.Rank == 0 ? "limit" : ranked.Rank.ToString(CultureInfo.InvariantCulture),
                    row.Name,
                    ReportText.Time(row.Nanoseconds),
                    ReportText.Interval(row.Low, row.High),
                    ReportText.Bytes(row.BytesAllocated));
            }

            AnsiConsole.Write(rows);
            AnsiConsole.WriteLine(ReportAdvice.Sentence(table).Replace("**", "", StringComparison.Ordinal));
        }

        foreach (string missing in section.Missing)
        {
            AnsiConsole.WriteLine($"Not measured: {missing}");
        }

        return 0;
    }
}
