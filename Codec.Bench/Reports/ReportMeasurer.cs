using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Text.Json;
using Codec.Bench.FlatBuffers.Comparison;
using Codec.Bench.Measuring;

namespace Codec.Bench.Reports;

/// <summary>Measures what the cache does not have yet, and says how far it is.</summary>
internal sealed class ReportMeasurer
{
    private readonly ReportCache _cache;
    private readonly ReportEffort _effort;
    private readonly ReportProgress _progress;
    private readonly List<string> _versions = [".NET " + Environment.Version];
    private ComparisonMeasurer? _comparison;
    private string? _packageFailure;
    private bool _packageIsBuilt;

    /// <summary>Makes the measurer; nothing is measured yet.</summary>
    /// <param name="cache">What is measured already, and where the rest goes.</param>
    /// <param name="effort">How thoroughly.</param>
    /// <param name="sections">What is to be measured besides the runtimes.</param>
    internal ReportMeasurer(ReportCache cache, ReportEffort effort, IReadOnlyList<ReportPlan.Section> sections)
    {
        (_cache, _effort) = (cache, effort);
        Dictionary<string, double> steps = [];
        foreach (ReportUnit unit in sections.SelectMany(section => section.Sources).SelectMany(Units).Where(unit => unit.Exists && cache.Read(unit.Name) is null))
        {
            steps[unit.Name] = effort.Processes * unit.Seconds(effort);
        }

        foreach (RuntimeHost host in RuntimeHost.All.Where(host => !IsMeasured(host)))
        {
            steps[host.Name] = RuntimeHost.BuildSeconds + (effort.Processes * RuntimeUnits().Sum(unit => unit.Seconds(effort)));
        }

        _progress = new ReportProgress(steps);
        _progress.Begin();
    }

    /// <summary>The runtimes that something was measured on.</summary>
    internal IReadOnlyList<string> Versions => _versions;

    internal List<ReportSection> Measure(IReadOnlyList<ReportPlan.Section> plan)
    {
        List<ReportSection> sections = [];
        foreach (ReportPlan.Section section in plan)
        {
            List<ReportTable> tables = [];
            List<string> missing = [.. section.Missing];
            foreach (ReportSource source in section.Sources)
            {
                try
                {
                    tables.Add(Table(source));
                }
                catch (InvalidOperationException failure)
                {
                    missing.Add($"{source.Title} ({failure.Message})");
                }
            }

            sections.Add(new ReportSection(section.Id, section.Title, section.Conditions, tables, missing));
        }

        sections.Add(Runtimes());
        _progress.Finish();
        return sections;
    }

    private static IEnumerable<ReportUnit> Units(ReportSource source) =>
        source.Companions.Select(companion => Unit(source, companion)).Prepend(new ReportUnit(source.Benchmarks, source.Parameters, Package: false));

    private static ReportUnit Unit(ReportSource source, ReportCompanion companion) => new(companion.Benchmarks, source.Parameters, companion.Package);

    private ReportTable Table(ReportSource source)
    {
        List<(ReportCompanion, IReadOnlyList<IReadOnlyList<RowSample>>, string)> companions = [];
        foreach (ReportCompanion companion in source.Companions)
        {
            ReportUnit unit = Unit(source, companion);
            string missing = unit.Exists ? "" : companion.Missing;
            IReadOnlyList<IReadOnlyList<RowSample>> measured = [];
            if (unit.Exists)
            {
                try
                {
                    measured = Measured(unit);
                }
                catch (InvalidOperationException failure)
                {
                    missing = failure.Message;
                }
            }

            companions.Add((companion, measured, missing));
        }

        return source.Table(Measured(new ReportUnit(source.Benchmarks, source.Parameters, Package: false)), companions);
    }

    private List<List<RowSample>> Measured(ReportUnit unit)
    {
        if (_cache.Read(unit.Name) is { } known)
        {
            return known;
        }

        _progress.Step(unit.Name);
        List<List<RowSample>> runs = [];
        for (int process = 0; process < _effort.Processes; process++)
        {
            List<RowSample> run = Process(unit);
            runs.Add(run.TrueForAll(IsSettled) ? run : Process(unit));
        }

        _cache.Write(unit.Name, runs);
        return runs;
    }

    private List<RowSample> Process(ReportUnit unit) => unit.IsComparison ? Compared(unit) : Run(unit);

    private static bool IsSettled(RowSample sample) => sample.Settling == Settling.Settled;

    private List<RowSample> Run(ReportUnit unit)
    {
        string program = unit.Package ? PackageProgram() : Assembly.GetExecutingAssembly().Location;
        string output = ReportHost.Output("dotnet", program, RowSampler.Verb, unit.Benchmarks, unit.Parameters ?? "", _effort.Name);
        return JsonSerializer.Deserialize<List<RowSample>>(output.AsSpan(output.LastIndexOf("[{", StringComparison.Ordinal)))!;
    }

    private List<RowSample> Compared(ReportUnit unit)
    {
        if (_comparison is null)
        {
            ComparisonBuild build = new();
            build.Run();
            _comparison = new ComparisonMeasurer(build);
        }

        return _comparison.Sample(ComparisonCase.Named(unit.Parameters!), _effort);
    }

    private string PackageProgram()
    {
        ComparisonBuild build = new();
        if (!_packageIsBuilt && _packageFailure is null)
        {
            try
            {
                build.RunPackage();
                _packageIsBuilt = true;
            }
            catch (InvalidOperationException failure)
            {
                _packageFailure = ReportHost.FirstError(failure.Message);
            }
        }

        return _packageFailure is null ? build.PackageAssembly : throw new InvalidOperationException(_packageFailure);
    }

    // The header and packet benchmarks on each runtime.

    private static readonly (string Benchmarks, string Id, string Title, string Ours, string? Limit)[] RuntimeTables =
    [
        ("HeaderArrayBenchmarks", "header-array", "a header into an array", "UnalignedStore", "RawStore"),
        ("HeaderSpanBenchmarks", "header-span", "a header into a span", "UnalignedStore", "RawStore"),
        ("MakePacketBenchmarks", "packet", "a packet of a finished 48-byte payload", "AsPacket", null),
    ];

    /// <summary>Measures the header and packet benchmarks on each runtime that runs here.</summary>
    internal ReportSection Runtimes()
    {
        List<ReportTable> tables = [];
        List<string> missing = ["IL2CPP, and Mono as Unity ships it: Debian's Mono stands in for the second."];
        foreach (RuntimeHost host in RuntimeHost.All)
        {
            try
            {
                AddTables(host, tables, missing);
            }
            catch (InvalidOperationException failure)
            {
                missing.Add($"{host.Name} ({failure.Message})");
            }
        }

        return new ReportSection(
            "runtimes", "Runtimes", "This holds for the same code on each runtime; Mono takes the netstandard2.0 build of the library, as Unity does.", tables, missing);
    }

    private static IEnumerable<ReportUnit> RuntimeUnits() => RuntimeTables.Select(table => new ReportUnit(table.Benchmarks, null, Package: false));

    private bool IsMeasured(RuntimeHost host) =>
        _cache.ReadText(host.Id) is { Length: > 0 } && RuntimeTables.All(table => _cache.Read(host.Id + table.Benchmarks) is not null);

    private void AddTables(RuntimeHost host, List<ReportTable> tables, List<string> missing)
    {
        if (!IsMeasured(host))
        {
            _progress.Step(host.Name);
            (string measured, Dictionary<string, List<List<RowSample>>> units) = host.Measure(_effort);
            foreach ((string benchmarks, List<List<RowSample>> runs) in units)
            {
                _cache.Write(host.Id + benchmarks, runs);
            }

            _cache.WriteText(host.Id, measured);
        }

        string version = _cache.ReadText(host.Id)!;
        if (!_versions.Contains(version))
        {
            _versions.Add(version);
        }

        foreach (ReportSource source in RuntimeTables.Select(table => Source(host, version, table)))
        {
            try
            {
                tables.Add(source.Table(_cache.Read(host.Id + source.Benchmarks)!));
            }
            catch (InvalidOperationException failure)
            {
                missing.Add($"{source.Title} ({failure.Message})");
            }
        }
    }

    private static ReportSource Source(RuntimeHost host, string version, (string Benchmarks, string Id, string Title, string Ours, string? Limit) table) =>
        new($"{host.Id}-{table.Id}", $"{version}: {table.Title}", table.Benchmarks, null, [], table.Ours, table.Limit)
        {
            IsHeadline = host.Id == "mono" && table.Id == "header-array",
            Reference = (host.Id, table.Id) switch
            {
                ("mono", "header-array") => ReportReferences.HeaderArrayMono,
                ("mono", "header-span") => ReportReferences.HeaderSpanMono,
                _ => null,
            },
        };
}
