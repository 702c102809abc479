using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>One topic with its figures.</summary>
/// <param name="Id">The name of its page and its chart.</param>
/// <param name="Title">The title of its page.</param>
/// <param name="Conditions">One sentence with the conditions under which the answer is valid.</param>
/// <param name="Tables">The measurements.</param>
/// <param name="Missing">The parts of the section that were not measured, with the reason.</param>
public sealed record ReportSection(string Id, string Title, string Conditions, IReadOnlyList<ReportTable> Tables, IReadOnlyList<string> Missing)
{
    /// <summary>The question on the front page.</summary>
    public string Question { get; init; } = "";

    /// <summary>The curves, of a section that shows how figures grow.</summary>
    public IReadOnlyList<ReportCurve> Curves { get; init; } = [];

    /// <summary>Gets the origin of the figures; <see langword="null"/> if there are none.</summary>
    public ReportProvenance? Provenance { get; init; }

    /// <summary>The blocks that the front page draws and sums up; the empty list stands for all.</summary>
    public IReadOnlyList<string> Front { get; init; } = [];

    /// <summary>Gets whether the columns of a block are runtimes, and its tables are shown as one.</summary>
    public bool IsByRuntime { get; init; }

    /// <summary>The tables of the front page.</summary>
    public IReadOnlyList<ReportTable> FrontTables => Front.Count == 0 ? Tables : [.. Tables.Where(table => Front.Contains(table.Block))];

    /// <summary>The tables by block, in their order.</summary>
    public IReadOnlyList<IGrouping<string, ReportTable>> Blocks => [.. Tables.GroupBy(table => table.Block)];
}
