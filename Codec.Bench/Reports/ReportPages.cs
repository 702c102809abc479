using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>The files of a report: a front page, a page per topic, and their charts. The same data give the same text.</summary>
public static class ReportPages
{
    /// <summary>The front page.</summary>
    public const string Front = "docs/benchmarks.md";

    /// <summary>The folder of the other pages and of the charts.</summary>
    public const string Folder = "docs/benchmarks/";

    /// <summary>Returns each file's text by its path below the root of the checkout.</summary>
    public static IReadOnlyDictionary<string, string> All(ReportData data)
    {
        ArgumentNullException.ThrowIfNull(data);
        SortedDictionary<string, string> files = new(StringComparer.Ordinal) { [Front] = ReportMarkdown.Front(data) };
        foreach (ReportSection section in data.Sections)
        {
            files[$"{Folder}{section.Id}.md"] = ReportMarkdown.Page(section, data);
            IReadOnlyCollection<IGrouping<string, ReportTable>> front = FrontBlocks(section, data);
            if (front.Count > 0)
            {
                files[$"{Folder}{section.Id}.svg"] = ReportChart.Draw(front);
            }

            foreach (ReportCurve curve in section.Curves)
            {
                files[$"{Folder}{Chart(section, curve)}.svg"] = ReportCurveChart.Draw(curve);
            }

            foreach ((string chart, IGrouping<string, ReportTable> block) in OtherCharts(section))
            {
                files[$"{Folder}{chart}.svg"] = ReportChart.Draw([block]);
            }
        }

        return files;
    }

    /// <summary>
    /// Returns the blocks of a section's first chart. The chart of the header writers shows every runtime, if the runtimes were
    /// measured at the same commit on the same machine: the page names only one.
    /// </summary>
    internal static IReadOnlyCollection<IGrouping<string, ReportTable>> FrontBlocks(ReportSection section, ReportData data)
    {
        IGrouping<string, ReportTable>[] blocks = [];
        if (section.Id == "header-writers" && data.Sections.FirstOrDefault(other => other.Id == RuntimePlan.Id) is { } runtimes
            && (runtimes.Provenance?.Commit, runtimes.Provenance?.Machine) == (section.Provenance?.Commit, section.Provenance?.Machine))
        {
            blocks = [.. runtimes.Blocks.Where(block => block.Key is RuntimePlan.HeaderArray or RuntimePlan.HeaderSpan)];
        }

        return blocks.Length > 0 ? blocks : [.. section.Blocks.Where(block => section.Front.Count == 0 || section.Front.Contains(block.Key))];
    }

    /// <summary>Returns the blocks that the section's first chart does not show, with the names of their charts.</summary>
    internal static IEnumerable<(string Chart, IGrouping<string, ReportTable> Block)> OtherCharts(ReportSection section) =>
        section.Front.Count == 0 ? [] : section.Blocks.Where(block => !section.Front.Contains(block.Key)).Select(block => ($"{section.Id}-{Slug(block.Key)}", block));

    /// <summary>Returns the name of a curve's chart.</summary>
    internal static string Chart(ReportSection section, ReportCurve curve) => $"{section.Id}-{curve.Id}";

    /// <summary>Converts a heading to a part of a file name.</summary>
    private static string Slug(string title)
    {
        StringBuilder slug = new();
        foreach (string word in title.ToLowerInvariant().Split(' ', ',', ':').Where(word => word.Length > 0).Take(5))
        {
            slug.Append(slug.Length == 0 ? "" : "-").Append(string.Concat(word.Where(char.IsAsciiLetterOrDigit)));
        }

        return slug.ToString();
    }
}
