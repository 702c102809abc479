using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <content>The header and packet benchmarks on each runtime.</content>
internal sealed partial class ReportMeasurer
{
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
