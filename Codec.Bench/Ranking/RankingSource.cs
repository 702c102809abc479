using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Bench.Measuring;
using Codec.Bench.Reports;

namespace Codec.Bench.Ranking;

/// <summary>A question of the ranking, and the benchmarks that answer it.</summary>
/// <param name="Benchmarks">The benchmark class, by name.</param>
/// <param name="Parameters">Values of its [Params] members, or <see langword="null"/>.</param>
/// <param name="Names">The methods, with the names to show. An empty list shows all methods under their names.</param>
/// <param name="Question">The question.</param>
internal sealed record RankingSource(string Benchmarks, string? Parameters, IReadOnlyList<(string Method, string Name)> Names, RankingQuestion Question)
{
    /// <summary>Creates the entries from the measurements of several processes.</summary>
    /// <remarks>
    /// In a process, all ways have their turns within milliseconds, so that a ratio to the baseline hardly depends on other work of the machine.
    /// The times of two processes may differ by a third. An entry's time is its median ratio times the baseline's median time, and its
    /// noise is the largest deviation of a process's ratio.
    /// </remarks>
    internal IReadOnlyList<RankingEntry> Entries(IReadOnlyList<IReadOnlyList<RowSample>> processes)
    {
        string baseline = Method(Question.Baseline);
        double time = Measurement.MedianOf(processes.Select(process => process.First(sample => sample.Method == baseline).Median));
        List<RankingEntry> entries = [];
        foreach (string method in processes[0].Select(sample => sample.Method).Where(IsShown))
        {
            (RowSample Way, RowSample Baseline)[] all =
                [.. processes.Select(process => (process.First(sample => sample.Method == method), process.First(sample => sample.Method == baseline)))];
            (RowSample Way, RowSample Baseline)[] settled = [.. all.Where(pair => SettlingOf(pair) == Settling.Settled)];

            // As for a budget, processes that settled count if they are the majority.
            bool isSettled = settled.Length * 2 > all.Length;
            double[] ratios = [.. (isSettled ? settled : all).Select(pair => pair.Way.Median / pair.Baseline.Median)];
            double ratio = Measurement.MedianOf(ratios);
            string name = Name(method);
            entries.Add(new RankingEntry(
                name,
                ratio * time,
                ratios.Max(one => Math.Abs(one - ratio)) * time,
                all.Max(pair => pair.Way.BytesAllocated),
                Question.BaselineIsLimit && name == Question.Baseline,
                isSettled ? Settling.Settled : all.Select(SettlingOf).First(settling => settling != Settling.Settled)));
        }

        return entries;
    }

    /// <summary>Returns the largest deviation of the baseline's time from its median over the processes, as a share of the median.</summary>
    internal double Drift(IReadOnlyList<IReadOnlyList<RowSample>> processes)
    {
        string baseline = Method(Question.Baseline);
        double[] times = [.. processes.Select(process => process.First(sample => sample.Method == baseline).Median)];
        double median = Measurement.MedianOf(times);
        return times.Max(time => Math.Abs(time - median)) / median;
    }

    private static Settling SettlingOf((RowSample Way, RowSample Baseline) pair) =>
        pair.Way.Settling == Settling.Settled ? pair.Baseline.Settling : pair.Way.Settling;

    private bool IsShown(string method) => Names.Count == 0 || Names.Any(pair => pair.Method == method);

    private string Name(string method) => Names.Count == 0 ? method : Names.First(pair => pair.Method == method).Name;

    private string Method(string name) => Names.Count == 0 ? name : Names.First(pair => pair.Name == name).Method;
}
