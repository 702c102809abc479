using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>One question and what was measured to answer it.</summary>
/// <param name="Id">The section's anchor.</param>
/// <param name="Title">The question in a few words.</param>
/// <param name="Conditions">One sentence: under which conditions the answer holds.</param>
/// <param name="Tables">The measurements.</param>
/// <param name="Missing">What the section would have and was not measured, with the reason.</param>
public sealed record ReportSection(string Id, string Title, string Conditions, IReadOnlyList<ReportTable> Tables, IReadOnlyList<string> Missing);
