namespace Codec.Bench.Reports;

/// <summary>One measured point of a curve.</summary>
/// <param name="X">The count on the horizontal axis, such as connections.</param>
/// <param name="Y">The figure, in the curve's unit.</param>
public sealed record ReportPoint(double X, double Y)
{
    /// <summary>
    /// Gets the median over the rounds of the ratio to the baseline, or <see langword="null"/> if the figure was not measured in rounds.
    /// </summary>
    public double? Ratio { get; init; }
}
