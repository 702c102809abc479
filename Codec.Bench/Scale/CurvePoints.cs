using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Bench.Reports;

namespace Codec.Bench.Scale;

/// <summary>Collects the points of curves as they are measured.</summary>
internal sealed class CurvePoints
{
    private readonly List<(string Curve, string Series, ReportPoint Point)> _points = [];

    /// <summary>Adds a point.</summary>
    internal void Add(string curve, string series, double count, double figure) =>
        _points.Add((curve, series, new ReportPoint(count, Rounded(figure))));

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
