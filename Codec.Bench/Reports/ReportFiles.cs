using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>Writes a report into a checkout: the front page, the topics' pages, their charts, and the README's table.</summary>
internal static class ReportFiles
{
    /// <summary>
    /// Writes the files whose text has changed. Deletes pages that an earlier report wrote and this one lacks, with the charts that they show.
    /// </summary>
    /// <param name="root">The checkout.</param>
    /// <param name="data">The report.</param>
    /// <exception cref="ArgumentException">The README has no markers. Nothing is written.</exception>
    /// <returns>The number of files that were changed or deleted.</returns>
    internal static int Write(string root, ReportData data)
    {
        IReadOnlyDictionary<string, string> pages = ReportPages.All(data);
        string readme = Path.Combine(root, "README.md");
        string newReadme = ReportMarkdown.Readme(File.ReadAllText(readme), data);
        string folder = Path.Combine(root, ReportPages.Folder);
        Directory.CreateDirectory(folder);
        int changed = 0;
        foreach (string stale in Written(folder).Where(name => !pages.ContainsKey(ReportPages.Folder + name)))
        {
            File.Delete(Path.Combine(folder, stale));
            Console.Out.WriteLine($"Deleted: {ReportPages.Folder}{stale}");
            changed++;
        }

        foreach ((string file, string text) in pages)
        {
            changed += Replace(Path.Combine(root, file), text);
        }

        return changed + Replace(readme, newReadme);
    }

    /// <summary>Returns the names of the pages in a folder that an earlier report wrote, and of the charts that they show.</summary>
    private static string[] Written(string folder)
    {
        (string Name, string Text)[] pages = [.. Directory.GetFiles(folder, "*.md").Select(file => (Path.GetFileName(file), File.ReadAllText(file)))];
        pages = Array.FindAll(pages, page => page.Text.Contains(ReportMarkdown.Generated, StringComparison.Ordinal));
        return [.. pages.Select(page => page.Name), .. Directory.GetFiles(folder, "*.svg").Select(file => Path.GetFileName(file)).Where(chart => Array.Exists(pages, page => page.Text.Contains($"]({chart})", StringComparison.Ordinal)))];
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
