using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>The origin of figures.</summary>
/// <param name="Commit">The commit that was measured.</param>
/// <param name="Machine">The processor, the cores and the system.</param>
/// <param name="Date">The date of the measurement, as <c>2026-11-22</c>; the first and the last date if a run was continued.</param>
/// <param name="Versions">The runtimes.</param>
/// <param name="Processes">The number of processes in which each figure was measured.</param>
/// <param name="Samples">The largest number of samples of a process.</param>
/// <param name="IsRough">Whether the figures are those of a quick run.</param>
public sealed record ReportProvenance(
    string Commit, string Machine, string Date, IReadOnlyList<string> Versions, int Processes, int Samples, bool IsRough)
{
    /// <summary>
    /// Gets whether the processes were scaled to the same time of one row. If not, the intervals contain the differences between whole processes.
    /// </summary>
    public bool IsAligned { get; init; }
}
