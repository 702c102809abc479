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

        int kept = options.Renders ? 0 : Measure(options.Sections, effort);

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
        Console.Out.WriteLine($"{data.Sections.Sum(section => section.Tables.Count)} tables; {changed} files changed in {ReportHost.Root}.");
        return kept == 0 ? 0 : 1;
    }

    private static void List(IReadOnlyList<ReportTopic> sections, ReportEffort effort)
    {
        foreach (ReportTopic topic in sections)
        {
            BenchConsole.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"{topic.Id,-20} {ReportMeasurer.Steps([topic], effort, null).Values.Sum() / 60,5:0.0} min  {topic.Question}"));
        }

        BenchConsole.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{"all",-20} {ReportMeasurer.Steps(sections, effort, null).Values.Sum() / 60,5:0.0} min"));
    }

    /// <summary>Measures sections and saves their results, except results that would replace more figures than they have.</summary>
    /// <returns>The number of sections whose saved results were kept.</returns>
    private static int Measure(IReadOnlyList<ReportTopic> sections, ReportEffort effort)
    {
        string commit = ReportHost.Commit();
        string machine = ReportHost.Machine();
        ReportCache cache = new(ReportHost.Root, commit, machine, ReportHost.Runtime, effort, ReportPlan.HasPeers);
        Console.Out.WriteLine($"What is measured is kept in {cache.Folder}; a run that was stopped continues from there.");
        ReportMeasurer measurer = new(cache, effort, sections);
        measurer.Begin();
        Dictionary<string, ReportResult> saved = ReportResults.Load(ReportHost.Root);
        int kept = 0;
        foreach (ReportTopic topic in sections)
        {
            ReportResult measured = measurer.Measure(topic, commit, machine);
            if (saved.GetValueOrDefault(topic.Id) is { } before && ReportResults.FirstLoss(topic, before, measured) is { } loss)
            {
                kept++;
                Console.Out.WriteLine($"{ReportResults.Folder}/{topic.Id}.json is kept: {loss}. Measure again, or delete the file to replace it.");
            }
            else
            {
                ReportResults.Save(ReportHost.Root, measured);
            }
        }

        measurer.Finish();
        return kept;
    }
}
