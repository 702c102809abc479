using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>The measured part of one section, as it is saved: pages are written from it again without measuring.</summary>
/// <param name="Section">The section's id in the plan.</param>
/// <param name="Provenance">Where the figures come from.</param>
/// <param name="Tables">The figures, by table.</param>
/// <param name="Missing">The tables that could not be measured, with the reason.</param>
public sealed record ReportResult(
    string Section, ReportProvenance Provenance, IReadOnlyList<ReportFigures> Tables, IReadOnlyList<string> Missing)
{
    /// <summary>The figures, by curve; <see langword="null"/> if the section has none.</summary>
    public IReadOnlyList<ReportCurveFigures>? Curves { get; init; }
}
