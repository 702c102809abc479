using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using Codec.Bench.Reports;
using Codec.Bench.Scale;
using Spectre.Console;

namespace Codec.Bench.Commands;

/// <summary><c>-- scale</c>: measures curves, prints a table for each, and saves them for the report.</summary>
internal static class ScaleCommand
{
    /// <summary>The minimum terminal width for the tables, in columns.</summary>
    private const int TableWidth = 80;

    internal static int Run(IReadOnlyList<string> arguments)
    {
        ScaleOptions options = ScaleOptions.Parse(arguments);
        string commit = ReportHost.Commit();
        string machine = ReportHost.Machine();
        int runs = ReportEffort.Full.Processes;
        ReportCache cache = new(ReportHost.Root, commit, machine, ReportHost.Runtime, ReportEffort.Full, ReportPlan.HasPeers);
        List<ReportCurveFigures> measured = [];
        List<string> missing = [];
        foreach (ReportGroup group in options.Groups)
        {
            Console.Out.WriteLine($"{group.What}, about {runs * group.Seconds:0} s");
            IReadOnlyList<ReportCurveFigures> figures = ScaleMeasurer.Measure(group, runs, out string? reason);
            measured.AddRange(figures);
            foreach (ReportCurveFigures one in figures)
            {
                Print(group.Curves.Single(curve => curve.Id == one.Id) with { Series = one.Series });
            }

            if (reason is null)
            {
                // If this run is stopped, `report --only scale` continues from here.
                cache.WriteText(group.Step, JsonSerializer.Serialize(figures));
            }
            else
            {
                missing.Add($"{group.What}: {reason}");
                Console.Out.WriteLine($"Points are missing: {reason.TrimEnd('.')}.");
            }
        }

        ReportProvenance provenance = new(
            commit, machine, DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture), [ReportHost.Runtime], runs, Samples: 1, IsRough: false);
        ReportResult result = new(ReportGrowth.Id, provenance, [], missing) { Curves = measured };
        ReportResult? saved = ReportResults.Load(ReportHost.Root).GetValueOrDefault(ReportGrowth.Id);
        if (saved is not null && ReportResults.FirstLoss(ReportGrowth.Topic with { Groups = options.Groups }, saved, result) is { } loss)
        {
            Console.Out.WriteLine($"{ReportResults.Folder}/{ReportGrowth.Id}.json is kept: {loss}. Measure again, or delete the file to replace it.");
            return 1;
        }

        ReportResults.Save(ReportHost.Root, result with { Curves = [.. Others(saved, measured, provenance), .. measured] });
        Console.Out.WriteLine($"Saved: {Path.Combine(ReportHost.Root, ReportResults.Folder, ReportGrowth.Id)}.json. `-- report --render` writes the pages from it.");
        return missing.Count == 0 ? 0 : 1;
    }

    /// <summary>
    /// Returns the saved curves that were not measured in this run. A page has one commit and one machine, so curves of another commit or machine are
    /// dropped.
    /// </summary>
    private static ReportCurveFigures[] Others(ReportResult? saved, List<ReportCurveFigures> measured, ReportProvenance now)
    {
        ReportCurveFigures[] others = [.. saved?.Curves?.Where(curve => measured.TrueForAll(one => one.Id != curve.Id)) ?? []];
        if (others.Length == 0 || (saved!.Provenance.Commit == now.Commit && saved.Provenance.Machine == now.Machine))
        {
            return others;
        }

        Console.Out.WriteLine($"{others.Length} saved curves are from another commit or machine and are dropped. Measure the other groups again.");
        return [];
    }

    private static void Print(ReportCurve curve)
    {
        Table table = new Table().Border(TableBorder.Horizontal).Title(curve.Title.Length < TableWidth ? curve.Title : curve.Title[..TableWidth]).AddColumn(new TableColumn(curve.Across).RightAligned());
        foreach (ReportSeries series in curve.Series)
        {
            table.AddColumn(new TableColumn(series.Name).RightAligned());
        }

        bool hasRatio = ReportCurveMarkdown.HasRatio(curve);
        if (hasRatio)
        {
            table.AddColumn(new TableColumn(curve.RatioName).RightAligned());
        }

        foreach (double count in curve.Counts)
        {
            IEnumerable<string> cells = curve.Series.Select(series => curve.Figure(series.Name, count) is { } figure ? curve.Text(figure) : "–").Prepend(curve.Count(count));
            table.AddRow([.. hasRatio ? cells.Append(curve.RatioText(count) ?? "–") : cells]);
        }

        AnsiConsole.Profile.Width = Math.Min(AnsiConsole.Profile.Width, TableWidth);
        AnsiConsole.Write(table);
    }
}
