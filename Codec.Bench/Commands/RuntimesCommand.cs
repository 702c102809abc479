using System;
using System.Globalization;
using System.Linq;
using Codec.Bench.Reports;
using Spectre.Console;

namespace Codec.Bench.Commands;

/// <summary>
/// <c>-- runtimes</c>: measures the report's section on runtimes and prints it. Prints which runtimes could not run, and why. Exits with 1 if the
/// default header writer is much slower than the fastest one, or has no figure.
/// </summary>
internal static class RuntimesCommand
{
    /// <summary>The maximum time of the library's default header writer, as a multiple of the fastest one's time, on every runtime.</summary>
    private const double MostRatioOfDefault = 1.3;

    internal static int Run()
    {
        int missed = 0;
        string commit = ReportHost.Commit();
        string machine = ReportHost.Machine();
        ReportCache cache = new(ReportHost.Root, commit, machine, ReportHost.Runtime, ReportEffort.Full, ReportPlan.HasPeers);
        ReportMeasurer measurer = new(cache, ReportEffort.Full, [RuntimePlan.Topic]);
        measurer.Begin();
        ReportSection section = RuntimePlan.Topic.Section(measurer.Measure(RuntimePlan.Topic, commit, machine));
        measurer.Finish();
        foreach (ReportTable table in section.Tables)
        {
            AnsiConsole.WriteLine();
            AnsiConsole.WriteLine(table.Title);
            Table rows = new Table().Border(TableBorder.Horizontal).AddColumns("rank", "", "time", "interval", "allocated");
            foreach (RankedRow ranked in table.Ranked())
            {
                ReportRow row = ranked.Row;
                rows.AddRow(
                    row.Name == table.Limit ? "limit" : ranked.Rank == 0 ? "–" : ranked.Rank.ToString(CultureInfo.InvariantCulture),
                    row.Name,
                    ReportText.Time(row.Nanoseconds),
                    ReportText.Interval(row.Low, row.High),
                    ReportText.Bytes(row.BytesAllocated));
            }

            AnsiConsole.Write(rows);
            AnsiConsole.WriteLine(ReportAdvice.Sentence(table).Replace("**", "", StringComparison.Ordinal));
            foreach (ReportAbsence absence in table.Absent)
            {
                AnsiConsole.WriteLine($"Not measured: {absence.Name}: {absence.Reason}");
            }

            if (table.Absent.FirstOrDefault(absence => absence.Name == table.Ours) is { } ours)
            {
                missed++;
                AnsiConsole.WriteLine($"The default writer has no figure, because {ours.Reason}: MISSED.");
            }
            else if (table.Limit is not null)
            {
                double ratio = table.RatioOfOurs();
                bool isMet = ratio <= MostRatioOfDefault;
                missed += isMet ? 0 : 1;
                AnsiConsole.WriteLine(string.Format(
                    CultureInfo.InvariantCulture, "The default writer takes {0:0.00}x the time of the fastest; at most {1:0.0}x is allowed: {2}.", ratio, MostRatioOfDefault, isMet ? "met" : "MISSED"));
            }
        }

        foreach (string missing in section.Missing)
        {
            AnsiConsole.WriteLine($"Not measured: {missing}");
            if (RuntimePlan.IsDefaultWithoutFigure(missing))
            {
                missed++;
                AnsiConsole.WriteLine("The default writer has no figure: MISSED.");
            }
        }

        return missed == 0 ? 0 : 1;
    }
}
