using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Bench.Measuring;
using Codec.Packets;

namespace Codec.Bench.Reports;

/// <summary>A table and the source of its rows.</summary>
/// <param name="Id">The name of the table's chart.</param>
/// <param name="Title">The table's title.</param>
/// <param name="Benchmarks">The benchmark class, by name.</param>
/// <param name="Parameters">Values of its [Params] members, as in budgets.</param>
/// <param name="Names">The methods to show, with the names to show. An empty list shows all methods under their names.</param>
/// <param name="Ours">The shown name of the library's way.</param>
/// <param name="Limit">The shown name of the limit, which is not a choice.</param>
internal sealed record ReportSource(
    string Id,
    string Title,
    string Benchmarks,
    string? Parameters,
    IReadOnlyList<(string Method, string Name)> Names,
    string? Ours = null,
    string? Limit = null)
{
    /// <summary>Gets the heading of the table's block in a chart. It is the table's title if the block contains only this table.</summary>
    internal string Block { get; init; } = Title;

    /// <summary>Gets the table's column in its block. It is empty if the block contains only this table.</summary>
    internal string Column { get; init; } = "";

    /// <summary>Gets the runtime that runs the benchmarks, or <see langword="null"/> for that of this program.</summary>
    internal RuntimeHost? Host { get; init; }

    /// <summary>Gets the title, with the name of the runtime if there are several.</summary>
    internal string FullTitle => Host is null ? Title : $"{Host.Name}: {char.ToLowerInvariant(Title[0])}{Title[1..]}";

    /// <summary>Gets the number of the table's operations in one operation of the benchmarks.</summary>
    internal int Operations { get; init; } = 1;

    /// <summary>Gets the classes whose rows are added to the table.</summary>
    internal IReadOnlyList<ReportCompanion> Companions { get; init; } = [];

    /// <summary>Gets the names of this library's other ways.</summary>
    internal IReadOnlyList<string> AlsoOurs { get; init; } = [];

    /// <summary>Gets the ways that cannot do the table's job.</summary>
    internal IReadOnlyList<ReportAbsence> Absent { get; init; } = [];

    /// <summary>Gets the ratios of the same ways on another machine, or <see langword="null"/>.</summary>
    internal ReportReference? Reference { get; init; }

    /// <summary>Gets whether the table represents its section in the README.</summary>
    internal bool IsHeadline { get; init; }

    /// <summary>Gets whether the rows are ways to do one job.</summary>
    internal bool IsOneJob { get; init; } = true;

    /// <summary>Gets a sentence that applies only to this table, or an empty string.</summary>
    internal string Remark { get; init; } = "";

    /// <summary>Gets the conditions under which the answer is valid, or <see langword="null"/> if they are those of the section.</summary>
    internal string? Conditions { get; init; }

    /// <summary>Gets the names of the ways that are measured; none if the table shows every method of its class.</summary>
    private IEnumerable<string> Ways => Names.Count == 0 ? [] : Names.Concat(Companions.SelectMany(companion => companion.Names)).Select(pair => pair.Name);

    /// <summary>Returns whether a way belongs to the table. Saved figures may have ways that the plan no longer has.</summary>
    internal bool Plans(string way) => Names.Count == 0 || Ways.Contains(way);

    /// <summary>Creates the table from figures that were measured or saved.</summary>
    internal ReportTable Table(ReportFigures figures, params IReadOnlyList<string> versions)
    {
        string? version = Host is null ? null : versions.FirstOrDefault(one => one.StartsWith(Host.Name, StringComparison.Ordinal)) ?? Host.Name;
        ReportRow[] rows = [.. figures.Rows.Where(row => Plans(row.Name))];
        ReportAbsence[] absent = [.. Absent, .. figures.Absent.Where(absence => Plans(absence.Name))];
        IEnumerable<string> without = Ways.Where(name => Array.TrueForAll(rows, row => row.Name != name) && Array.TrueForAll(absent, absence => absence.Name != name));
        return new ReportTable(Id, FullTitle, rows, Ours, Limit)
        {
            AlsoOurs = AlsoOurs,
            Absent = [.. absent, .. without.Select(name => new ReportAbsence(name, ReportAbsence.NotYet))],
            Reference = Reference,
            Remark = Remark,
            Conditions = Conditions,
            IsHeadline = IsHeadline,
            IsOneJob = IsOneJob,
            Block = Block,
            Column = version ?? Column,
        };
    }

    /// <summary>Computes the figures from the measurements of several processes.</summary>
    /// <param name="processes">The measurements of each process of the class.</param>
    /// <param name="companions">The measurements of each process of each companion, or the reason why there are none.</param>
    internal ReportFigures Figures(
        IReadOnlyList<IReadOnlyList<RowSample>> processes,
        params IReadOnlyList<(ReportCompanion Companion, IReadOnlyList<IReadOnlyList<RowSample>> Processes, string Missing)> companions)
    {
        processes = Aligned(processes);
        List<ReportRow> rows = [];
        List<ReportAbsence> absent = [];
        HashSet<string> found = [];
        foreach (string method in processes[0].Select(sample => sample.Method))
        {
            string? name = Names.Count == 0 ? method : Names.FirstOrDefault(pair => pair.Method == method).Name;
            if (name is not null)
            {
                found.Add(name);
                Add(name, method, processes);
            }
        }

        if (found.Count == 0)
        {
            throw new ArgumentException($"{Benchmarks} has none of the methods that the table '{Title}' shows.");
        }

        absent.AddRange(Names.Where(pair => !found.Contains(pair.Name)).Select(pair => new ReportAbsence(pair.Name, "it has no benchmark")));
        foreach ((ReportCompanion companion, IReadOnlyList<IReadOnlyList<RowSample>> measured, string missing) in companions)
        {
            if (measured.Count == 0)
            {
                absent.AddRange(companion.Names.Select(pair => new ReportAbsence(pair.Name, missing)));
                continue;
            }

            IReadOnlyList<RowSample>[] scaled = [.. measured.Select((process, index) => Scaled(process, companion.Baseline, Sample(companion.Baseline, processes[index])))];
            foreach ((string method, string name) in companion.Names)
            {
                Add(name, method, scaled);
            }
        }

        // A table that contains only a limit answers no question.
        if (rows.TrueForAll(row => row.Name == Limit))
        {
            throw new InvalidOperationException(string.Join("; ", absent.Select(absence => $"{absence.Name}: {absence.Reason}")));
        }

        return new ReportFigures(Id, rows, absent);

        // Times of code that had not settled are not shown, because their rank would depend on the JIT.
        void Add(string name, string method, IReadOnlyList<IReadOnlyList<RowSample>> samples)
        {
            Settling settling = Samples(method, samples).Select(sample => sample.Settling).FirstOrDefault(one => one != Settling.Settled);
            if (settling == Settling.Settled)
            {
                rows.Add(Row(name, method, samples));
            }
            else
            {
                absent.Add(new ReportAbsence(name, settling.Reason()));
            }
        }
    }

    /// <summary>
    /// Scales each process so that one row, which settled in all of them, has the same time in each. In a process, all ways take turns within
    /// milliseconds, so a process that is slower as a whole does not change their order. Without this, it would widen the intervals of all ways until
    /// they overlap.
    /// </summary>
    private IReadOnlyList<IReadOnlyList<RowSample>> Aligned(IReadOnlyList<IReadOnlyList<RowSample>> processes)
    {
        string? ours = Names.FirstOrDefault(pair => pair.Name == Ours).Method ?? Ours;
        string? common = processes[0].Select(sample => sample.Method).OrderBy(method => method == ours ? 0 : 1)
            .FirstOrDefault(method => processes.All(process => Sample(method, process).Settling == Settling.Settled));
        if (common is null)
        {
            return processes;
        }

        RowSample[] times = Samples(common, processes);
        return [.. processes.Select(process => Scaled(process, common, times[times.Length / 2]))];
    }

    /// <summary>Scales the times of a process so that a method has the given time.</summary>
    private static RowSample[] Scaled(IReadOnlyList<RowSample> process, string method, RowSample there)
    {
        RowSample here = Sample(method, process);
        double factor = there.Median / here.Median;
        return [.. process.Select(sample => sample with
        {
            Median = sample.Median * factor, FirstQuartile = sample.FirstQuartile * factor, ThirdQuartile = sample.ThirdQuartile * factor,
            Settling = ((Settling[])[sample.Settling, here.Settling, there.Settling]).FirstOrDefault(one => one != Settling.Settled),
        })];
    }

    private static RowSample Sample(string method, IReadOnlyList<RowSample> process) => process.First(sample => sample.Method == method);

    private ReportRow Row(string name, string method, IReadOnlyList<IReadOnlyList<RowSample>> processes)
    {
        RowSample[] samples = Samples(method, processes);
        RowSample[] writing = method.StartsWith("Read", StringComparison.Ordinal) ? Samples("Write" + method["Read".Length..], processes) : samples;
        RowSample[] verifying = method.StartsWith("Read", StringComparison.Ordinal) ? Samples("Verify" + method["Read".Length..], processes) : [];
        return new ReportRow(
            name,
            Measurement.MedianOf(samples.Select(sample => sample.Median)) / Operations,
            samples.Min(sample => sample.FirstQuartile) / Operations,
            samples.Max(sample => sample.ThirdQuartile) / Operations,
            samples.Max(sample => sample.BytesAllocated) / Operations,
            writing.FirstOrDefault()?.WireBytes is { } bytes ? bytes + PacketHeader.ByteCount : null,
            verifying.Length > 0 && verifying.All(sample => sample.Settling == Settling.Settled) ? Measurement.MedianOf(verifying.Select(sample => sample.Median)) : null);
    }

    private static RowSample[] Samples(string method, IReadOnlyList<IReadOnlyList<RowSample>> processes) =>
        [.. processes.SelectMany(process => process.Where(sample => sample.Method == method)).OrderBy(sample => sample.Median)];
}
