using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Bench.Reports;

namespace Codec.Bench.Commands;

/// <summary><c>-- report</c>: measures what is not measured yet for this commit and machine, then writes docs/benchmarks.md, its charts and the README's table.</summary>
internal static class ReportCommand
{
    internal static int Run(ReportEffort effort)
    {
        string commit = ReportHost.Commit();
        string machine = ReportHost.Machine();
        ReportCache cache = new(ReportHost.Root, commit, machine, effort, ReportPlan.HasPeers);
        Console.Out.WriteLine($"What is measured is kept in {Path.GetRelativePath(ReportHost.Root, cache.Folder)}; a run that was stopped goes on from there.");
        IReadOnlyList<ReportPlan.Section> plan = ReportPlan.All;
        ReportMeasurer measurer = new(cache, effort, plan);
        List<ReportSection> sections = measurer.Measure(plan);
        ReportData data = new(commit, machine, measurer.Versions, effort.Processes, effort.Plan.Samples, sections) { IsRough = effort != ReportEffort.Full };
        int changed = ReportFiles.Write(ReportHost.Root, data);
        Console.Out.WriteLine($"{data.Sections.Sum(section => section.Tables.Count)} tables; {changed} files changed.");
        return 0;
    }
}
