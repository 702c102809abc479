using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text.Json;

namespace Codec.Bench.Reports;

/// <summary>Measures what the cache does not have yet, and says how far it is.</summary>
internal sealed class ReportMeasurer(ReportCache cache, int processes, int samples)
{
    /// <summary>The argument that makes this program measure one benchmark class and print the samples.</summary>
    internal const string Verb = "measure-rows";

    private static readonly (string Benchmarks, string Id, string Title, string Ours, string? Limit)[] RuntimeTables =
    [
        ("HeaderArrayBenchmarks", "header-array", "a header into an array", "UnalignedStore", "RawStore"),
        ("HeaderSpanBenchmarks", "header-span", "a header into a span", "UnalignedStore", "RawStore"),
        ("MakePacketBenchmarks", "packet", "a packet of a finished 48-byte payload", "AsPacket", null),
    ];

    private readonly Stopwatch _watch = Stopwatch.StartNew();
    private readonly List<string> _versions = [".NET " + Environment.Version];
    private int _count;
    private int _done;
    private int _measured;

    /// <summary>The runtimes that something was measured on.</summary>
    internal IReadOnlyList<string> Versions => _versions;

    internal List<ReportSection> Measure()
    {
        _count = ReportPlan.All.SelectMany(section => section.Sources).Select(source => source.Unit).Distinct().Count() + RuntimeHost.All.Count;
        List<ReportSection> sections = [];
        HashSet<string> seen = [];
        foreach (ReportPlan.Section section in ReportPlan.All)
        {
            List<ReportTable> tables = [];
            List<string> missing = [.. section.Missing];
            SortedSet<string> absent = new(StringComparer.Ordinal);
            foreach (ReportSource source in section.Sources)
            {
                try
                {
                    ReportTable table = source.Table(Unit(source, seen.Add(source.Unit)));
                    tables.Add(table);
                    absent.UnionWith(source.Names.Select(pair => pair.Name).Except(table.Rows.Select(row => row.Name)));
                }
                catch (Exception failure) when (failure is InvalidOperationException or ArgumentException)
                {
                    missing.Add($"{source.Title} ({failure.Message})");
                }
            }

            missing.AddRange(absent.Select(name => $"{name} (there is no benchmark with it)."));
            sections.Add(new ReportSection(section.Id, section.Title, section.Conditions, tables, missing));
        }

        sections.Add(Runtimes());
        return sections;
    }

    /// <summary>Measures the header and packet benchmarks on each runtime that runs here.</summary>
    internal ReportSection Runtimes()
    {
        _count = Math.Max(_count, RuntimeHost.All.Count);
        List<ReportTable> tables = [];
        List<string> missing = [];
        foreach (RuntimeHost host in RuntimeHost.All)
        {
            Progress(host.Name);
            try
            {
                tables.AddRange(Tables(host));
            }
            catch (InvalidOperationException failure)
            {
                missing.Add($"{host.Name} ({failure.Message})");
            }
        }

        return new ReportSection(
            "runtimes", "Runtimes", "The same code on each runtime; Mono takes the netstandard2.0 build of the library, as Unity does.", tables, missing);
    }

    /// <summary>What the process does that this class starts.</summary>
    internal static void RunChild(string benchmarks, string parameters, string samples) =>
        Console.Out.WriteLine(JsonSerializer.Serialize(
            RowSampler.Measure(benchmarks, parameters.Length == 0 ? null : parameters, int.Parse(samples, CultureInfo.InvariantCulture))));

    private List<ReportTable> Tables(RuntimeHost host)
    {
        Dictionary<string, List<List<RowSample>>> units = [];
        string version = cache.ReadText(host.Id) ?? "";
        foreach ((string benchmarks, _, _, _, _) in RuntimeTables)
        {
            if (cache.Read(host.Id + benchmarks) is { } known)
            {
                units.Add(benchmarks, known);
            }
        }

        if (units.Count < RuntimeTables.Length || version.Length == 0)
        {
            (version, units) = host.Measure(processes, samples);
            foreach ((string benchmarks, List<List<RowSample>> runs) in units)
            {
                cache.Write(host.Id + benchmarks, runs);
            }

            cache.WriteText(host.Id, version);
            _measured++;
        }

        if (!_versions.Contains(version))
        {
            _versions.Add(version);
        }

        return [.. RuntimeTables.Select(table => new ReportSource(
            $"{host.Id}-{table.Id}", $"{version}: {table.Title}", table.Benchmarks, null, [], table.Ours, table.Limit).Table(units[table.Benchmarks]))];
    }

    private List<List<RowSample>> Unit(ReportSource source, bool isNew)
    {
        if (isNew)
        {
            Progress(source.Unit);
        }

        if (cache.Read(source.Unit) is { } known)
        {
            return known;
        }

        List<List<RowSample>> runs = [];
        for (int process = 0; process < processes; process++)
        {
            string output = ReportHost.Output(
                "dotnet", Assembly.GetExecutingAssembly().Location, Verb, source.Benchmarks, source.Parameters ?? "", samples.ToString(CultureInfo.InvariantCulture));
            runs.Add(JsonSerializer.Deserialize<List<RowSample>>(output.AsSpan(output.LastIndexOf("[{", StringComparison.Ordinal)))!);
        }

        cache.Write(source.Unit, runs);
        _measured++;
        return runs;
    }

    private void Progress(string what)
    {
        string left = _measured == 0 ? "" : $", about {_watch.Elapsed.TotalSeconds / _measured * (_count - _done):0} s left";
        Console.Out.WriteLine($"[{++_done}/{_count}] {what}{left}");
    }
}
