using System.IO;
using System.Linq;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>The files that a report is written to: docs/benchmarks.md, a chart for each table, and the README's table.</summary>
internal static class ReportFiles
{
    /// <summary>Writes those whose text has changed, and deletes the charts of tables that are no more.</summary>
    /// <param name="root">The checkout.</param>
    /// <param name="data">What the report says.</param>
    /// <returns>How many files were changed or deleted.</returns>
    internal static int Write(string root, ReportData data)
    {
        string charts = Path.Combine(root, "docs", "benchmarks");
        Directory.CreateDirectory(charts);
        int changed = 0;
        string[] names = [.. data.Sections.SelectMany(section => section.Tables).Select(table => table.Id + ".svg")];
        foreach (string stale in Directory.GetFiles(charts, "*.svg").Where(file => !names.Contains(Path.GetFileName(file))))
        {
            File.Delete(stale);
            changed++;
        }

        foreach (ReportTable table in data.Sections.SelectMany(section => section.Tables))
        {
            changed += Replace(Path.Combine(charts, table.Id + ".svg"), ReportChart.Draw(table));
        }

        changed += Replace(Path.Combine(root, "docs", "benchmarks.md"), ReportMarkdown.Document(data));
        string readme = Path.Combine(root, "README.md");
        return changed + Replace(readme, ReportMarkdown.Readme(File.ReadAllText(readme), data));
    }

    private static int Replace(string file, string text)
    {
        if (File.Exists(file) && File.ReadAllText(file) == text)
        {
            return 0;
        }

        File.WriteAllText(file, text, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
        return 1;
    }
}
