using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>The measured part of one section in its saved form. Pages can be written from it without measuring again.</summary>
/// <param name="Section">The section's id in the plan.</param>
/// <param name="Provenance">The origin of the figures.</param>
/// <param name="Tables">The figures, by table.</param>
/// <param name="Missing">The tables that could not be measured, with the reason.</param>
public sealed record ReportResult(
    string Section, ReportProvenance Provenance, IReadOnlyList<ReportFigures> Tables, IReadOnlyList<string> Missing)
{
    /// <summary>Gets the figures by curve, or <see langword="null"/> if the section has none.</summary>
    public IReadOnlyList<ReportCurveFigures>? Curves { get; init; }
}
