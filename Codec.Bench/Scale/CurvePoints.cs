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
    private readonly List<(string Curve, string Series, ReportPoint Point)> _points = [];

    /// <summary>Gets whether every figure settled.</summary>
    internal bool IsComplete { get; private set; } = true;

    /// <summary>Adds a point.</summary>
    /// <param name="curve">The curve's id.</param>
    /// <param name="series">The line.</param>
    /// <param name="count">The count on the horizontal axis.</param>
    /// <param name="figure">The figure.</param>
    /// <param name="ratio">The median over the rounds of the ratio to the baseline, if it was measured in rounds.</param>
    /// <param name="settling">Whether the figure can be used. If not, the curve has no such point.</param>
    internal void Add(string curve, string series, double count, double figure, double? ratio = null, Settling settling = Settling.Settled)
    {
        if (settling != Settling.Settled && !SmokeRun.IsActive)
        {
            Announce(string.Create(CultureInfo.InvariantCulture, $"{curve}, {series} at {count}: {settling.Reason()}"));
            IsComplete = false;
            return;
        }

        _points.Add((curve, series, new ReportPoint(count, Rounded(figure)) { Ratio = ratio is { } one ? Math.Round(one, 4) : null }));
    }

    /// <summary>Prints the name of the next measurement.</summary>
    internal static void Announce(string what) => Console.Out.WriteLine("  " + what);

    /// <summary>Returns the curves in the order of their first points.</summary>
    internal IReadOnlyList<ReportCurveFigures> ToFigures() =>
    [
        .. _points.GroupBy(point => point.Curve).Select(curve => new ReportCurveFigures(
            curve.Key, [.. curve.GroupBy(point => point.Series).Select(series => new ReportSeries(series.Key, [.. series.Select(point => point.Point)]))])),
    ];

    /// <summary>Rounds to four digits: more would be noise, and would enlarge the saved file.</summary>
    private static double Rounded(double figure)
    {
        double unit = Math.Pow(10, Math.Floor(Math.Log10(Math.Max(Math.Abs(figure), 1e-9))) - 3);
        return unit >= 1 ? Math.Round(figure / unit) * unit : Math.Round(figure, 3);
    }
}
