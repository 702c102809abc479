using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Codec.Bench.Reports;

namespace Codec.Bench.Commands;

/// <summary>
/// <c>-- report</c>: measures sections and saves their results. Then writes the pages, the charts and the README's table from all saved results.
/// </summary>
internal static class ReportCommand
{
    internal static int Run(IReadOnlyList<string> arguments)
    {
        IReadOnlyList<ReportTopic> plan = ReportPlan.All;
        ReportOptions options = ReportOptions.Parse(arguments, plan);
        ReportEffort effort = options.IsQuick ? ReportEffort.Quick : ReportEffort.Full;
        if (options.Lists)
        {
            List(options.Sections, effort);
            return 0;
        }

        if (!options.Renders)
        {
            Measure(options.Sections, effort);
        }

        ReportData data = ReportData.Of(plan, ReportResults.Load(ReportHost.Root));
        if (options.Html is not null)
        {
            string file = Path.GetFullPath(options.Html);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, ReportHtml.Page(data));
            Console.Out.WriteLine($"Written: {file}");
            return 0;
        }

        int changed = ReportFiles.Write(ReportHost.Root, data);
        Console.Out.WriteLine($"{data.Sections.Sum(section => section.Tables.Count)} tables; {changed} files changed.");
        return 0;
    }

    private static void List(IReadOnlyList<ReportTopic> sections, ReportEffort effort)
    {
        foreach (ReportTopic topic in sections)
        {
            Console.Out.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"{topic.Id,-20} {ReportMeasurer.Steps([topic], effort, null).Values.Sum() / 60,5:0.0} min  {topic.Question}"));
        }

        Console.Out.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{"all",-20} {ReportMeasurer.Steps(sections, effort, null).Values.Sum() / 60,5:0.0} min"));
    }

    private static void Measure(IReadOnlyList<ReportTopic> sections, ReportEffort effort)
    {
        string commit = ReportHost.Commit();
        string machine = ReportHost.Machine();
        ReportCache cache = new(ReportHost.Root, commit, machine, effort, ReportPlan.HasPeers);
        Console.Out.WriteLine($"What is measured is kept in {Path.GetRelativePath(ReportHost.Root, cache.Folder)}; a run that was stopped continues from there.");
        ReportMeasurer measurer = new(cache, effort, sections);
        measurer.Begin();
        foreach (ReportTopic topic in sections)
        {
            ReportResults.Save(ReportHost.Root, measurer.Measure(topic, commit, machine));
        }

        measurer.Finish();
    }
}
