using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
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
        if (options.Save is { } target)
        {
            OutputFile.Check(target);
        }

        string commit = ReportHost.Commit();
        string machine = ReportHost.Machine();
        List<ReportCurveFigures> measured = [];
        foreach (ReportGroup group in options.Groups)
        {
            Console.Out.WriteLine($"{group.What}, about {group.Seconds:0} s");
            IReadOnlyList<ReportCurveFigures> figures = ScaleMeasurer.Measure(group, out _);
            measured.AddRange(figures);
            foreach (ReportCurveFigures one in figures)
            {
                Print(group.Curves.Single(curve => curve.Id == one.Id) with { Series = one.Series });
            }
        }

        ReportProvenance provenance = new(
            commit, machine, DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture), [".NET " + Environment.Version], 1, 1, IsRough: false);
        if (options.Save is { } file)
        {
            File.WriteAllText(file, ReportResults.ToJson(new ReportResult(ReportGrowth.Id, provenance, [], []) { Curves = measured }));
            Console.Out.WriteLine($"Saved: {file}");
            return 0;
        }

        ReportResults.Save(ReportHost.Root, new ReportResult(ReportGrowth.Id, provenance, [], []) { Curves = [.. Others(measured, provenance), .. measured] });
        Console.Out.WriteLine($"Saved: {ReportResults.Folder}/{ReportGrowth.Id}.json. `-- report --render` writes the pages from it.");
        return 0;
    }

    /// <summary>
    /// Returns the saved curves that were not measured in this run. A page has one commit and one machine, so curves of another commit or machine are
    /// dropped.
    /// </summary>
    private static ReportCurveFigures[] Others(List<ReportCurveFigures> measured, ReportProvenance now)
    {
        ReportResult? saved = ReportResults.Load(ReportHost.Root).GetValueOrDefault(ReportGrowth.Id);
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
            table.AddColumn(new TableColumn("ratio").RightAligned());
        }

        foreach (double count in curve.Counts)
        {
            IEnumerable<string> cells = curve.Series.Select(series => curve.Figure(series.Name, count) is { } figure ? curve.Text(figure) : "–").Prepend(curve.Count(count));
            table.AddRow([.. hasRatio ? cells.Append(curve.Ratio(count) is { } ratio ? ReportText.Times(ratio) : "–") : cells]);
        }

        AnsiConsole.Profile.Width = Math.Min(AnsiConsole.Profile.Width, TableWidth);
        AnsiConsole.Write(table);
    }
}
