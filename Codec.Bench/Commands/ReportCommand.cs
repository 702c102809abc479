using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Codec.Bench.Reports;

namespace Codec.Bench.Commands;

/// <summary><c>-- report</c>: measures what is not measured yet for this commit and machine, then writes docs/benchmarks.md, its charts and the README's table.</summary>
internal static class ReportCommand
{
    internal static int Run(ReportEffort effort)
    {
        string commit = ReportHost.Commit();
        string machine = ReportHost.Machine();
        ReportCache cache = new(ReportHost.Root, commit, machine, effort);
        Console.Out.WriteLine($"What is measured is kept in {Path.GetRelativePath(ReportHost.Root, cache.Folder)}; a run that was stopped goes on from there.");
        IReadOnlyList<ReportPlan.Section> plan = ReportPlan.All;
        ReportMeasurer measurer = new(cache, effort, plan);
        List<ReportSection> sections = measurer.Measure(plan);
        Write(new ReportData(commit, machine, measurer.Versions, effort.Processes, effort.Samples, sections));
        return 0;
    }

    private static void Write(ReportData data)
    {
        string charts = Path.Combine(ReportHost.Root, "docs", "benchmarks");
        Directory.CreateDirectory(charts);
        string[] names = [.. data.Sections.SelectMany(section => section.Tables).Select(table => table.Id + ".svg")];
        foreach (string stale in Directory.GetFiles(charts, "*.svg").Where(file => !names.Contains(Path.GetFileName(file))))
        {
            File.Delete(stale);
        }

        int changed = 0;
        foreach (ReportTable table in data.Sections.SelectMany(section => section.Tables))
        {
            changed += Replace(Path.Combine(charts, table.Id + ".svg"), ReportChart.Draw(table));
        }

        changed += Replace(Path.Combine(ReportHost.Root, "docs", "benchmarks.md"), ReportMarkdown.Document(data));
        string readme = Path.Combine(ReportHost.Root, "README.md");
        changed += Replace(readme, ReportMarkdown.Readme(File.ReadAllText(readme), data));
        Console.Out.WriteLine($"{names.Length} tables; {changed} files changed.");
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
