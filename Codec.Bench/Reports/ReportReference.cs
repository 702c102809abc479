using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>
/// Figures of the same job from another machine. Times are ratios to a baseline of the same run, because times of two machines are not comparable.
/// </summary>
/// <param name="Baseline">The baseline of the ratios: the shown name of a row, if the table has it.</param>
/// <param name="Ways">The figures, by the rows' shown names.</param>
public sealed record ReportReference(string Baseline, IReadOnlyList<ReportReferenceWay> Ways)
{
    /// <summary>Returns the figures of a way, or <see langword="null"/>.</summary>
    public ReportReferenceWay? Find(string name) => Ways.FirstOrDefault(way => string.Equals(way.Name, name, StringComparison.Ordinal));
}
