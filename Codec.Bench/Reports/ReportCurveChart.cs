using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>
/// Draws a curve as lines over a logarithmic axis, as an SVG picture without a background, which is readable on light and on dark pages.
/// </summary>
public static class ReportCurveChart
{
    /// <summary>The styles of the lines, in addition to those of the bars.</summary>
    public const string Style = """
        <style>
        .line { fill: none; stroke: #8c959f; stroke-width: 2; } .line.first { stroke: #2f81f7; } .line.second { stroke: #2f81f7; stroke-dasharray: 5 3; }
        .line.third { stroke: #2f81f7; stroke-dasharray: 1 3; } .point { fill: #8c959f; } .point.own { fill: #2f81f7; }
        .grid { stroke: #8c959f; stroke-opacity: 0.3; fill: none; }
        </style>
        """;

    private const int Width = 720;
    private const int Height = 320;
    private const int Left = 78;
    private const int Right = 24;
    private const int Top = 66;
    private const int Bottom = 44;
    private const int LegendWidth = 300;

    /// <summary>The classes of the lines that are not the baseline.</summary>
    private static readonly string[] Kinds = ["first", "second", "third"];

    /// <summary>The number of decades up to which an axis has marks at 1, 2 and 5 in each decade.</summary>
    private const double FewDecades = 2.2;

    /// <summary>Draws a curve.</summary>
    public static string Draw(ReportCurve curve)
    {
        ArgumentNullException.ThrowIfNull(curve);
        StringBuilder svg = new();
        ReportChart.Open(svg, curve.Title, Width, Height).Append(Style).Append('\n');
        svg.Append(CultureInfo.InvariantCulture, $"""<text class="title" x="8" y="16">{SecurityElement.Escape(curve.Title)}</text>""").Append('\n');
        double[] figures = [.. curve.Series.SelectMany(series => series.Points).SelectMany(point => (double[])[point.Y, point.Low ?? point.Y, point.High ?? point.Y])];
        double[] ticks = Ticks(figures, curve.Unit == ReportCurveUnit.Bytes);
        IReadOnlyList<double> counts = curve.Counts;
        Axes(svg, curve, counts, ticks, X, Y);
        int other = 0;
        foreach ((int index, ReportSeries series) in curve.Series.Index())
        {
            string kind = series.Name == curve.Baseline ? "" : Kinds[other++ % Kinds.Length];
            int x = Left + (index % 2 * LegendWidth);
            int y = 34 + (index / 2 * 16);
            svg.Append(CultureInfo.InvariantCulture, $"""<path class="line {kind}" d="M{x} {y}h24"/><text class="scale" x="{x + 30}" y="{y + 4}">{SecurityElement.Escape(series.Name)}</text>""").Append('\n');
            IEnumerable<string> points = series.Points.Select(point => string.Create(CultureInfo.InvariantCulture, $"{X(point.X):0.#} {Y(point.Y):0.#}"));
            svg.Append(CultureInfo.InvariantCulture, $"""<path class="line {kind}" d="M{string.Join('L', points)}"/>""").Append('\n');
            foreach (ReportPoint point in series.Points)
            {
                if (point is { Low: { } low, High: { } high })
                {
                    svg.Append(CultureInfo.InvariantCulture, $"""<path class="error" d="M{X(point.X):0.#} {Y(low):0.#}V{Y(high):0.#}"/>""").Append('\n');
                }

                svg.Append(CultureInfo.InvariantCulture, $"""<circle class="point{(kind.Length == 0 ? "" : " own")}" cx="{X(point.X):0.#}" cy="{Y(point.Y):0.#}" r="3"><title>{SecurityElement.Escape(series.Name)}, {curve.Count(point.X)}: {curve.Text(point.Y)}</title></circle>""").Append('\n');
            }
        }

        return svg.Append("</svg>\n").ToString();

        double X(double count) => Left + (Share(counts[0], counts[^1], count, isLogarithmic: counts[0] > 0) * (Width - Left - Right));

        double Y(double figure) => Height - Bottom - (Share(ticks[0], ticks[^1], figure, isLogarithmic: ticks[0] > 0) * (Height - Top - Bottom));
    }

    private static void Axes(
        StringBuilder svg, ReportCurve curve, IReadOnlyList<double> counts, double[] ticks, Func<double, double> toX, Func<double, double> toY)
    {
        foreach (double tick in ticks)
        {
            double y = toY(tick);
            string text = curve.Unit == ReportCurveUnit.Number ? ReportCurveText.Short(tick) : curve.Text(tick);
            svg.Append(CultureInfo.InvariantCulture, $"""<path class="grid" d="M{Left} {y:0.#}H{Width - Right}"/><text class="scale" x="{Left - 8}" y="{y + 4:0.#}" text-anchor="end">{text}</text>""").Append('\n');
        }

        foreach (double count in counts)
        {
            double x = toX(count);
            string text = curve.IsAcrossBytes ? curve.Count(count) : ReportCurveText.Short(count);
            svg.Append(CultureInfo.InvariantCulture, $"""<path class="grid" d="M{x:0.#} {Top}V{Height - Bottom}"/><text class="scale" x="{x:0.#}" y="{Height - Bottom + 16}" text-anchor="middle">{text}</text>""").Append('\n');
        }

        svg.Append(CultureInfo.InvariantCulture, $"""<text class="scale" x="{(Left + Width - Right) / 2}" y="{Height - 8}" text-anchor="middle">{SecurityElement.Escape(curve.Across)}, logarithmic{(ticks[0] > 0 ? "; so are the figures" : "")}</text>""").Append('\n');
    }

    /// <summary>
    /// Returns the marks of the vertical axis: a mark for each decade, or more if there are few decades. If a figure is not positive, the scale is
    /// linear.
    /// </summary>
    private static double[] Ticks(double[] figures, bool isBinary)
    {
        double least = figures.Min();
        double most = figures.Max();
        if (least <= 0)
        {
            double step = Step(Math.Max(most - least, 1) / 4);
            int first = (int)Math.Floor(least / step);
            return [.. Enumerable.Range(first, (int)Math.Ceiling(most / step) - first + 1).Select(index => index * step)];
        }

        double factor = isBinary ? 1024 : 1000;
        double unit = 1;
        while (unit * factor <= least)
        {
            unit *= factor;
        }

        double[] steps = Math.Log10(most / least) <= FewDecades ? [1, 2, 5] : [1];
        List<double> ticks = [];
        for (double scale = unit / factor; ticks.Count == 0 || ticks[^1] < most; scale *= factor)
        {
            ticks.AddRange(((double[])[1, 10, 100]).SelectMany(ten => steps.Select(one => scale * ten * one)));
        }

        int start = Math.Max(0, ticks.FindLastIndex(tick => tick <= least));
        int end = ticks.FindIndex(tick => tick >= most);
        return ticks[start] < ticks[end] ? [.. ticks[start..(end + 1)]] : [ticks[start] / 2, ticks[start], ticks[start] * 2];
    }

    private static double Step(double least)
    {
        double ten = Math.Pow(10, Math.Floor(Math.Log10(least)));
        return ten * (least / ten > 5 ? 10 : least / ten > 2 ? 5 : least / ten > 1 ? 2 : 1);
    }

    private static double Share(double from, double to, double value, bool isLogarithmic) =>
        to <= from ? 0.5 : isLogarithmic ? Math.Log(value / from) / Math.Log(to / from) : (value - from) / (to - from);
}
