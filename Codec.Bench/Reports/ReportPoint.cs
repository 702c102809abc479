namespace Codec.Bench.Reports;

/// <summary>One measured point of a curve.</summary>
/// <param name="X">The count on the horizontal axis, such as connections.</param>
/// <param name="Y">The figure, in the curve's unit.</param>
public sealed record ReportPoint(double X, double Y);
