using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>The content of a report.</summary>
/// <param name="Sections">The topics, in the order of the front page.</param>
public sealed record ReportData(IReadOnlyList<ReportSection> Sections)
{
    /// <summary>Gets whether some figures are from a quick run. The pages then say so.</summary>
    public bool IsRough => Sections.Any(section => section.Provenance is { IsRough: true });

    /// <summary>Creates the report from saved results, in the order of the plan, and adds what is computed from them.</summary>
    internal static ReportData Of(IReadOnlyList<ReportTopic> plan, IReadOnlyDictionary<string, ReportResult> results)
    {
        List<ReportSection> sections = [.. plan.Select(topic => topic.Section(results.GetValueOrDefault(topic.Id)))];
        int serializers = sections.FindIndex(section => section.Id == EndToEnd.Source);
        if (serializers >= 0)
        {
            sections.Insert(serializers + 1, EndToEnd.Section(sections[serializers]));
        }

        return new ReportData(sections);
    }
}
