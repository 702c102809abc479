using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Bench.Measuring;
using Codec.Bench.Reports;

namespace Codec.Bench.Scale;

/// <summary>Collects the points of curves as they are measured.</summary>
internal sealed class CurvePoints
{
    private readonly List<(string Curve, string Series, ReportPoint Point, Settling Settling)> _points = [];

    /// <summary>Gets whether every point has a figure.</summary>
    internal bool IsComplete => _points.GroupBy(point => (point.Curve, point.Series, point.Point.X)).All(runs => Merged(runs) is not null);

    /// <summary>Adds the figure of one run to a point.</summary>
    /// <param name="curve">The curve's id.</param>
    /// <param name="series">The line.</param>
    /// <param name="count">The count on the horizontal axis.</param>
    /// <param name="figure">The figure.</param>
    /// <param name="ratio">The median over the rounds of the ratio to the baseline, if it was measured in rounds.</param>
    /// <param name="settling">Whether the figure can be used.</param>
    internal void Add(string curve, string series, double count, double figure, double? ratio = null, Settling settling = Settling.Settled)
    {
        if (settling != Settling.Settled && !SmokeRun.IsActive)
        {
            Announce(string.Create(CultureInfo.InvariantCulture, $"{curve}, {series} at {count}: {settling.Reason()}"));
        }

        _points.Add((curve, series, new ReportPoint(count, figure) { Ratio = ratio }, SmokeRun.IsActive ? Settling.Settled : settling));
    }

    /// <summary>Prints the name of the next measurement.</summary>
    internal static void Announce(string what) => Console.Out.WriteLine("  " + what);

    /// <summary>
    /// Returns the curves in the order of their first points. The figure of a point is the median over the runs. If most runs did not settle, the
    /// curve has no such point.
    /// </summary>
    internal IReadOnlyList<ReportCurveFigures> ToFigures() =>
    [
        .. _points.GroupBy(point => point.Curve).Select(curve => new ReportCurveFigures(
            curve.Key, [.. curve.GroupBy(point => point.Series).Select(series => new ReportSeries(
                series.Key, [.. series.GroupBy(point => point.Point.X).Select(Merged).OfType<ReportPoint>()])).Where(series => series.Points.Count > 0)]))
            .Where(curve => curve.Series.Count > 0),
    ];

    private static ReportPoint? Merged(IEnumerable<(string Curve, string Series, ReportPoint Point, Settling Settling)> runs)
    {
        ReportPoint[] settled = [.. runs.Where(run => run.Settling == Settling.Settled).Select(run => run.Point)];
        if (settled.Length * 2 <= runs.Count())
        {
            return null;
        }

        double[] figures = [.. settled.Select(point => Rounded(point.Y)).Order()];
        double[] ratios = [.. settled.Select(point => point.Ratio).OfType<double>().Select(ratio => Math.Round(ratio, 4)).Order()];
        bool hasRange = figures.Length > 1;
        return new ReportPoint(settled[0].X, Rounded(Measurement.MedianOf(figures)))
        {
            Low = hasRange ? figures[0] : null,
            High = hasRange ? figures[^1] : null,
            Ratio = ratios.Length > 0 ? Math.Round(Measurement.MedianOf(ratios), 4) : null,
            LowRatio = hasRange && ratios.Length > 0 ? ratios[0] : null,
            HighRatio = hasRange && ratios.Length > 0 ? ratios[^1] : null,
        };
    }

    /// <summary>Rounds to four digits: more would be noise, and would enlarge the saved file.</summary>
    private static double Rounded(double figure)
    {
        double unit = Math.Pow(10, Math.Floor(Math.Log10(Math.Max(Math.Abs(figure), 1e-9))) - 3);
        return unit >= 1 ? Math.Round(figure / unit) * unit : Math.Round(figure, 3);
    }
}
