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
    /// <summary>Gets the question on the front page.</summary>
    public string Question { get; init; } = "";

    /// <summary>Gets the curves, if the section shows how figures grow.</summary>
    public IReadOnlyList<ReportCurve> Curves { get; init; } = [];

    /// <summary>Gets the origin of the figures; <see langword="null"/> if there are none.</summary>
    public ReportProvenance? Provenance { get; init; }

    /// <summary>Gets the blocks that the front page draws and summarizes. An empty list selects all.</summary>
    public IReadOnlyList<string> Front { get; init; } = [];

    /// <summary>Gets whether the tables of a block are shown as one table with a column for each runtime.</summary>
    public bool IsByRuntime { get; init; }

    /// <summary>Gets the tables of the front page.</summary>
    public IReadOnlyList<ReportTable> FrontTables => Front.Count == 0 ? Tables : [.. Tables.Where(table => Front.Contains(table.Block))];

    /// <summary>Gets the tables by block, in their order.</summary>
    public IReadOnlyList<IGrouping<string, ReportTable>> Blocks => [.. Tables.GroupBy(table => table.Block)];
}
