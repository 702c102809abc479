using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>Writes a report into a checkout: the front page, the topics' pages, their charts, and the README's table.</summary>
internal static class ReportFiles
{
    /// <summary>Writes the files whose text has changed, and deletes pages and charts that the report no longer has.</summary>
    /// <param name="root">The checkout.</param>
    /// <param name="data">The report.</param>
    /// <returns>The number of files that were changed or deleted.</returns>
    internal static int Write(string root, ReportData data)
    {
        IReadOnlyDictionary<string, string> pages = ReportPages.All(data);
        string folder = Path.Combine(root, ReportPages.Folder);
        Directory.CreateDirectory(folder);
        int changed = 0;
        foreach (string stale in Directory.GetFiles(folder).Where(file => !pages.ContainsKey(ReportPages.Folder + Path.GetFileName(file))))
        {
            File.Delete(stale);
            changed++;
        }

        foreach ((string file, string text) in pages)
        {
            changed += Replace(Path.Combine(root, file), text);
        }

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
