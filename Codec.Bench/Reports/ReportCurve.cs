using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>The growth of figures with a count: a chart of lines, and a table with a row for each count.</summary>
/// <param name="Id">The name of its chart and of its saved figures.</param>
/// <param name="Title">The title.</param>
/// <param name="Across">The label of the horizontal axis.</param>
/// <param name="Unit">The unit of the figures.</param>
/// <param name="Series">The lines. In the plan, the list is empty.</param>
public sealed record ReportCurve(string Id, string Title, string Across, ReportCurveUnit Unit, IReadOnlyList<ReportSeries> Series)
{
    /// <summary>Gets the line of this library that is compared with <see cref="Baseline"/>, or <see langword="null"/>.</summary>
    public string? Ours { get; init; }

    /// <summary>Gets the line that <see cref="Ours"/> is compared with, or <see langword="null"/>.</summary>
    public string? Baseline { get; init; }

    /// <summary>Gets the heading of the column of <see cref="Ratio"/>.</summary>
    public string RatioName { get; init; } = "ratio";

    /// <summary>Gets the meaning of the figures, in one or two sentences.</summary>
    public string Remark { get; init; } = "";

    /// <summary>Gets whether the counts are numbers of bytes.</summary>
    public bool IsAcrossBytes { get; init; }

    /// <summary>Gets the counts of all lines in ascending order.</summary>
    public IReadOnlyList<double> Counts => [.. Series.SelectMany(series => series.Points).Select(point => point.X).Distinct().Order()];

    /// <summary>Returns the figure of a line at a count, or <see langword="null"/>.</summary>
    public double? Figure(string? name, double count) => Point(name, count)?.Y;

    /// <summary>
    /// Returns the figure of this library as a multiple of the baseline's, or <see langword="null"/>: the median over the rounds if it is saved,
    /// otherwise the ratio of both figures.
    /// </summary>
    public double? Ratio(double count) => Point(Ours, count)?.Ratio ?? (Figure(Ours, count) / Figure(Baseline, count));

    /// <summary>Returns the ratio with the lowest and the highest of a run if they are saved, or <see langword="null"/>.</summary>
    public string? RatioText(double count) => Ratio(count) is not { } ratio ? null
        : Point(Ours, count) is { LowRatio: { } low, HighRatio: { } high } ? $"{ReportText.Times(ratio)} ({ReportText.Times(low)}–{ReportText.Times(high)})"
        : ReportText.Times(ratio);

    /// <summary>Returns a count as text.</summary>
    public string Count(double count) => IsAcrossBytes ? ReportCurveText.Bytes(count) : ReportCurveText.Number(count);

    /// <summary>Returns a figure with its unit.</summary>
    public string Text(double figure) => Unit switch
    {
        ReportCurveUnit.Time => ReportCurveText.Time(figure),
        ReportCurveUnit.Bytes => ReportCurveText.Bytes(figure),
        _ => ReportCurveText.Number(figure),
    };

    private ReportPoint? Point(string? name, double count) =>
        Series.FirstOrDefault(series => series.Name == name)?.Points.FirstOrDefault(point => point.X.Equals(count));
}
