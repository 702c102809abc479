using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>One topic of the report: a question of the front page, its own page, and the benchmarks that answer it.</summary>
/// <param name="Id">The name of its page, its chart and its saved result.</param>
/// <param name="Title">The title of its page.</param>
/// <param name="Question">The question on the front page.</param>
/// <param name="Conditions">One sentence with the conditions under which the answer is valid.</param>
/// <param name="Sources">The tables.</param>
internal sealed record ReportTopic(string Id, string Title, string Question, string Conditions, IReadOnlyList<ReportSource> Sources)
{
    /// <summary>Gets the blocks that the front page draws and summarizes. An empty list selects all.</summary>
    internal IReadOnlyList<string> Front { get; init; } = [];

    /// <summary>Gets the parts of the topic that no run measures, with the reason.</summary>
    internal IReadOnlyList<string> Missing { get; init; } = [];

    /// <summary>Gets whether the tables of a block are shown as one table with a column for each runtime.</summary>
    internal bool IsByRuntime { get; init; }

    /// <summary>Gets the groups of curves.</summary>
    internal IReadOnlyList<ReportGroup> Groups { get; init; } = [];

    /// <summary>Creates the section from a saved result, or without figures if there is none.</summary>
    internal ReportSection Section(ReportResult? result)
    {
        Dictionary<string, ReportFigures> figures = result?.Tables.ToDictionary(table => table.Id) ?? [];
        Dictionary<string, ReportCurveFigures> saved = result?.Curves?.ToDictionary(curve => curve.Id) ?? [];
        List<ReportTable> tables = [];
        List<string> missing = [.. Missing, .. result?.Missing ?? []];
        foreach (ReportSource source in Sources)
        {
            if (figures.TryGetValue(source.Id, out ReportFigures? measured) && measured.Rows.Any(row => row.Name != source.Limit && source.Plans(row.Name)))
            {
                tables.Add(source.Table(measured, result!.Provenance.Versions));
            }
            else if (!missing.Exists(one => one.StartsWith(source.FullTitle, System.StringComparison.Ordinal)))
            {
                missing.Add($"{source.FullTitle}: not measured yet; `dotnet run -c Release --project Codec.Bench -- report --only {Id}` measures it");
            }
        }

        List<ReportCurve> curves = [];
        foreach (ReportGroup group in Groups)
        {
            ReportCurve[] measured = [.. group.Curves.Where(curve => saved.ContainsKey(curve.Id)).Select(curve => curve with { Series = saved[curve.Id].Series })];
            curves.AddRange(measured);
            if (measured.Length < group.Curves.Count && !missing.Exists(one => one.StartsWith(group.What + ": ", System.StringComparison.Ordinal)))
            {
                missing.Add($"{group.What}: not measured yet; `dotnet run -c Release --project Codec.Bench -- report --only {Id}` measures it");
            }
        }

        return new ReportSection(Id, Title, Conditions, tables, missing)
        {
            Question = Question,
            Provenance = result?.Provenance,
            Front = Front,
            IsByRuntime = IsByRuntime,
            Curves = curves,
        };
    }
}
