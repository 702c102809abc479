using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>The measured part of one curve.</summary>
/// <param name="Id">The curve's id in the plan.</param>
/// <param name="Series">The lines.</param>
public sealed record ReportCurveFigures(string Id, IReadOnlyList<ReportSeries> Series);
