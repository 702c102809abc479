using System;
using System.Globalization;
using System.Linq;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>Formats curves as Markdown: a remark, the chart, and a table.</summary>
internal static class ReportCurveMarkdown
{
    internal static void Append(StringBuilder text, ReportSection section, ReportCurve curve)
    {
        text.Append(Text($"## {curve.Title}\n\n![{curve.Title}]({ReportPages.Chart(section, curve)}.svg)\n\n"));
        if (curve.Remark.Length > 0)
        {
            text.Append(curve.Remark).Append("\n\n");
        }

        bool hasRatio = HasRatio(curve);
        text.Append(Text($"| {curve.Across} | ")).AppendJoin(" | ", curve.Series.Select(series => series.Name)).Append(hasRatio ? $" | {curve.RatioName} |\n" : " |\n");
        text.Append("|---:|").Insert(text.Length, "---:|", curve.Series.Count + (hasRatio ? 1 : 0)).Append('\n');
        foreach (double count in curve.Counts)
        {
            text.Append(Text($"| {curve.Count(count)} | "));
            text.AppendJoin(" | ", curve.Series.Select(series => curve.Figure(series.Name, count) is { } figure ? curve.Text(figure) : "–"));
            text.Append(!hasRatio ? " |\n" : Text($" | {curve.RatioText(count) ?? "–"} |\n"));
        }

        text.Append('\n');
    }

    /// <summary>Returns a sentence with the lowest and the highest ratio of each group's first curve.</summary>
    internal static string Summary(ReportSection section)
    {
        string[] parts = [.. section.Curves.Where(HasRatio).DistinctBy(curve => curve.Id.Split('-')[0]).Select(curve =>
            Text($"{char.ToLowerInvariant(curve.Title[0])}{curve.Title[1..]}, {ReportSummary.Range([.. curve.Counts.Select(curve.Ratio).OfType<double>()], "between ", " and ")} for {curve.Count(curve.Counts[0])} to {curve.Count(curve.Counts[^1])}{(curve.IsAcrossBytes ? "" : " " + curve.Across)}"))];
        return parts.Length == 0 ? "Not measured yet." : $"As multiples of the baseline: {string.Join("; ", parts)}.";
    }

    internal static bool HasRatio(ReportCurve curve) => curve.Counts.Any(count => curve.Ratio(count) is not null);

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
