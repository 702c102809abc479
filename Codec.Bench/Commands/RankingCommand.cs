using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Codec.Bench.Headers;
using Codec.Bench.Packets;
using Codec.Bench.Ranking;
using Perfolizer.Horology;
using Spectre.Console;

namespace Codec.Bench.Commands;

/// <summary>Without arguments: BenchmarkDotNet measures the header writers and the ways to make a packet, and the terminal shows which is first; ends with 1 if the run is too noisy to rank.</summary>
internal static class RankingCommand
{
    /// <summary>Two processes each: a process that was laid out badly by chance, or started beside a busy neighbour, does not decide alone.</summary>
    private const int Launches = 2;

    /// <summary>With the pilot before them about half a second: the JIT's background compilations, each 100 ms after the last, are over then.</summary>
    private const int Warmups = 6;

    /// <summary>With <see cref="IterationMilliseconds"/>, what leaves all of the benchmarks together under two minutes on two cores, build included.</summary>
    private const int Iterations = 10;

    /// <summary>Thousands of invocations even of the slowest benchmark.</summary>
    private const int IterationMilliseconds = 60;

    private static readonly (Type Benchmarks, RankingQuestion Question)[] Questions =
    [
        (typeof(HeaderSpanBenchmarks), new RankingQuestion(
            "A header into a span", "To write a header into a span", nameof(HeaderSpanBenchmarks.RawStore), "a raw 32-bit store",
            BaselineIsLimit: true, nameof(HeaderSpanBenchmarks.UnalignedStore))),
        (typeof(HeaderArrayBenchmarks), new RankingQuestion(
            "A header into an array at an offset", "To write a header into an array", nameof(HeaderArrayBenchmarks.RawStore), "a raw 32-bit store",
            BaselineIsLimit: true, nameof(HeaderArrayBenchmarks.UnalignedStore))),
        (typeof(MakePacketBenchmarks), new RankingQuestion(
            "A packet of a finished 48-byte payload", "To make a packet", nameof(MakePacketBenchmarks.ByteByByteCopy), "the byte-by-byte copy",
            BaselineIsLimit: false, nameof(MakePacketBenchmarks.AsPacket))),
    ];

    internal static int Run()
    {
        var total = Stopwatch.StartNew();
        Summary[] summaries = BenchmarkRunner.Run([.. Questions.Select(pair => pair.Benchmarks)], Config());
        RunOutcome.Check([.. summaries.SelectMany(BenchmarkDotNetCommand.Failures)]);
        bool isRanked = true;
        foreach ((Type benchmarks, RankingQuestion question) in Questions)
        {
            RankingEntry[] entries =
            [
                .. summaries.SelectMany(summary => summary.Reports)
                    .Where(report => report.BenchmarkCase.Descriptor.Type == benchmarks)
                    .Select(report => BenchmarkEntry.Of(report, question.BaselineIsLimit && report.BenchmarkCase.Descriptor.WorkloadMethod.Name == question.Baseline)!),
            ];
            IReadOnlyList<RankedEntry> ranked = RankingOrder.Of(entries, question.Baseline);
            isRanked &= ranked.Any(row => row.Rank == 1);
            RankingReport.Print(AnsiConsole.Console, question, ranked);
        }

        AnsiConsole.WriteLine();
        AnsiConsole.WriteLine($"Measured in {total.Elapsed.TotalSeconds:0} s on {Environment.ProcessorCount} cores, {Environment.Version}; JSON, markdown, HTML and the log are in {BenchArtifacts.Folder}.");
        return isRanked ? 0 : 1;
    }

    private static IConfig Config() => BenchmarkDotNetCommand.WithPeers(ManualConfig.CreateEmpty()
        .AddJob(Job.Default
            .WithLaunchCount(Launches)
            .WithWarmupCount(Warmups)
            .WithIterationCount(Iterations)
            .WithIterationTime(TimeInterval.FromMilliseconds(IterationMilliseconds)))
        .AddColumnProvider(DefaultColumnProviders.Instance)
        .AddDiagnoser(MemoryDiagnoser.Default)
        .AddExporter(JsonExporter.Full, MarkdownExporter.GitHub, HtmlExporter.Default)
        .AddLogger(NullLogger.Instance)
        .AddEventProcessor(new RankingProgress())
        .WithOptions(ConfigOptions.JoinSummary));
}
