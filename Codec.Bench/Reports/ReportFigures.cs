using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>The measured part of one table.</summary>
/// <param name="Id">The table's id in the plan.</param>
/// <param name="Rows">The ways that have figures.</param>
/// <param name="Absent">The ways that could not be measured, with the reason.</param>
public sealed record ReportFigures(string Id, IReadOnlyList<ReportRow> Rows, IReadOnlyList<ReportAbsence> Absent);
