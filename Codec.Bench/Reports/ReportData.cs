using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>All that a report says.</summary>
/// <param name="Sections">The topics, in the order of the front page.</param>
public sealed record ReportData(IReadOnlyList<ReportSection> Sections)
{
    /// <summary>Gets whether some figures are those of a quick run; pages say so.</summary>
    public bool IsRough => Sections.Any(section => section.Provenance is { IsRough: true });

    /// <summary>The report of saved results, in the order of the plan, with what is computed from them.</summary>
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
