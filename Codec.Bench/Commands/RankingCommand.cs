using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Reflection;
using Codec.Bench.Measuring;
using Codec.Bench.Ranking;
using Codec.Bench.Reports;
using Spectre.Console;

namespace Codec.Bench.Commands;

/// <summary>
/// Without arguments: ranks the header writers, the ways to make a packet, the serializers and the streams on this machine. Exits with 1 if the run
/// is too noisy to rank.
/// </summary>
internal static class RankingCommand
{
    private static readonly (string Method, string Name)[] Serializers =
        [("Generated", "generated packet"), ("FlatBuffers", "FlatBuffers"), ("Protobuf", "Google.Protobuf"), ("Json", "System.Text.Json"), ("Newtonsoft", "Newtonsoft.Json")];

    internal static IReadOnlyList<RankingSource> Sources { get; } =
    [
        new("HeaderSpanBenchmarks", null, [], new RankingQuestion(
            "A header into a span", "To write a header into a span", "RawStore", "a raw 32-bit store", BaselineIsLimit: true, "UnalignedStore")),
        new("HeaderArrayBenchmarks", null, [], new RankingQuestion(
            "A header into an array", "To write a header into an array", "RawStore", "a raw 32-bit store", BaselineIsLimit: true, "UnalignedStore")),
        new("MakePacketBenchmarks", null, [], new RankingQuestion(
            "A packet of a finished 48-byte payload", "To make a packet", "ByteByByteCopy", "the byte-by-byte copy", BaselineIsLimit: false, "AsPacket")),
        new("SerializerBenchmarks", "Message=Chat", [.. Serializers.Select(one => ("Write" + one.Method, one.Name))], new RankingQuestion(
            "A chat message written", "To write a message", "Google.Protobuf", "Google.Protobuf", BaselineIsLimit: false, "generated packet")),
        new("SerializerBenchmarks", "Message=Chat", [.. Serializers.Select(one => ("Read" + one.Method, one.Name))], new RankingQuestion(
            "A chat message read", "To read a message", "Google.Protobuf", "Google.Protobuf", BaselineIsLimit: false, "generated packet")),
        new("MemoryStreamBenchmarks", "Size=65536",
            [("Memory", "MemoryStream"), ("PresizedMemory", "MemoryStream(n)"), ("Resizing", "ResizingByteStream"), ("Chunked", "ChunkedByteStream")], new RankingQuestion(
            "A stream of 64 KB in memory", "For a stream of 64 KB", "MemoryStream", "MemoryStream", BaselineIsLimit: false, "ChunkedByteStream")),
    ];

    /// <param name="asJson">Whether the standard output gets only JSON.</param>
    internal static int Run(bool asJson)
    {
        var total = Stopwatch.StartNew();
        Dictionary<(string, string?), List<List<RowSample>>> measured = [];
        (string, string?)[] units = [.. Sources.Select(source => (source.Benchmarks, source.Parameters)).Distinct()];
        foreach ((string benchmarks, string? parameters) in units)
        {
            Console.Error.WriteLine($"[{measured.Count + 1}/{units.Length}] {benchmarks}{(parameters is null ? "" : $"({parameters})")}");
            measured.Add((benchmarks, parameters), [.. Enumerable.Range(0, ReportEffort.Ranking.Processes).Select(_ => Measure(benchmarks, parameters))]);
        }

        RankingAnswer[] answers =
            [.. Sources.Select(source => new RankingAnswer(source.Question, RankingOrder.Of([.. source.Entries(measured[(source.Benchmarks, source.Parameters)])], source.Question.Baseline)))];
        double drift = Sources.Max(source => source.Drift(measured[(source.Benchmarks, source.Parameters)]));
        RankingResult result = new(
            ReportHost.Machine(), ".NET " + Environment.Version, DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture), ReportEffort.Ranking.Processes,
            total.Elapsed.TotalSeconds, RankingNoise.Of(answers, drift), answers);
        if (asJson)
        {
            Console.Out.WriteLine(result.ToJson());
        }
        else
        {
            RankingReport.Print(AnsiConsole.Console, result);
        }

        return result.IsRanked ? 0 : 1;
    }

    private static List<RowSample> Measure(string benchmarks, string? parameters)
    {
        List<RowSample> samples = Once();
        return samples.TrueForAll(sample => sample.Settling == Settling.Settled) ? samples : Once();

        List<RowSample> Once() => RowProcess.Run(Assembly.GetExecutingAssembly().Location, benchmarks, parameters, ReportEffort.Ranking);
    }
}
