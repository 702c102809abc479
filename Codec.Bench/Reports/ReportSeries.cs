using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>One line of a curve.</summary>
/// <param name="Name">The way that was measured.</param>
/// <param name="Points">The points, by their count.</param>
public sealed record ReportSeries(string Name, IReadOnlyList<ReportPoint> Points);
