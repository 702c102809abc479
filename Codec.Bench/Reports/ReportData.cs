using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>All that a report says.</summary>
/// <param name="Commit">The commit that was measured.</param>
/// <param name="Machine">The processor, the cores and the system.</param>
/// <param name="Versions">The runtimes.</param>
/// <param name="Processes">How many processes each figure comes from.</param>
/// <param name="Samples">How many samples each process took.</param>
/// <param name="Sections">The questions.</param>
public sealed record ReportData(string Commit, string Machine, IReadOnlyList<string> Versions, int Processes, int Samples, IReadOnlyList<ReportSection> Sections)
{
    /// <summary>Whether the figures are those of a quick run, and say so.</summary>
    public bool IsRough { get; init; }
}
