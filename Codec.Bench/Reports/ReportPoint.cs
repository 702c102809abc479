namespace Codec.Bench.Reports;

/// <summary>One measured point of a curve.</summary>
/// <param name="X">The count on the horizontal axis, such as connections.</param>
/// <param name="Y">The figure, in the curve's unit: the median over the runs.</param>
public sealed record ReportPoint(double X, double Y)
{
    /// <summary>
    /// Gets the ratio to the baseline, the median over the rounds and then over the runs, or <see langword="null"/> if the figure was not measured in rounds.
    /// </summary>
    public double? Ratio { get; init; }

    /// <summary>Gets the lowest figure of a run, or <see langword="null"/> if there was one run.</summary>
    public double? Low { get; init; }

    /// <summary>Gets the highest figure of a run, or <see langword="null"/> if there was one run.</summary>
    public double? High { get; init; }

    /// <summary>Gets the lowest ratio of a run, or <see langword="null"/> if there was one run, or no ratio.</summary>
    public double? LowRatio { get; init; }

    /// <summary>Gets the highest ratio of a run, or <see langword="null"/> if there was one run, or no ratio.</summary>
    public double? HighRatio { get; init; }
}
