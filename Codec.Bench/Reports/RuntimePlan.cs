using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>The tables that are measured on each runtime. They show the gain of a newer runtime.</summary>
internal static class RuntimePlan
{
    /// <summary>The section's id.</summary>
    internal const string Id = "runtimes";

    internal const string HeaderArray = "A header into an array";

    internal const string HeaderSpan = "A header into a span";

    private const string GeneratedPacket = "A generated packet";

    private const string FileWritten = "A 1 KB record written to a file, one call for each";

    internal static ReportTopic Topic { get; } = new(
        Id, "Runtimes", "How much do I gain by moving to a newer runtime?",
        "This holds for the same code on each runtime; Mono takes the netstandard2.0 build of the library, as Unity does.",
        [.. RuntimeHost.All.SelectMany(host => Sources.Select(source => On(host, source)))])
    {
        IsByRuntime = true,
        Front = [HeaderArray, GeneratedPacket, FileWritten],
        Missing = ["IL2CPP, and Mono as Unity ships it: Debian's Mono stands in for the second"],
    };

    /// <summary>
    /// Returns whether a table is missing because its default way has no figure, although its runtime ran it. Without any figure, there is no table.
    /// </summary>
    /// <param name="missing">A line of the section's missing parts.</param>
    internal static bool IsDefaultWithoutFigure(string missing) => Topic.Sources.Any(source =>
        source.Ours is not null && missing.StartsWith(source.FullTitle + ": ", StringComparison.Ordinal) && missing.Contains($"{source.Ours}: ", StringComparison.Ordinal));

    private static IEnumerable<ReportSource> Sources =>
    [
        new("header-array", HeaderArray, "HeaderArrayBenchmarks", null, [], "UnalignedStore", "RawStore"),
        new("header-span", HeaderSpan, "HeaderSpanBenchmarks", null, [], "UnalignedStore", "RawStore"),
        new("packet", "A packet of a finished 48-byte payload", "MakePacketBenchmarks", null, [], "AsPacket"),
        Of("generated", GeneratedPacket, "RuntimePacketBenchmarks", [("WriteMove", "write Move"), ("ReadMove", "read Move"), ("WriteChat", "write Chat"), ("ReadChat", "read Chat"), ("VerifyChat", "verify Chat")]) with { IsOneJob = false },
        Of("array-span", "Array or span", "RuntimeOverloadBenchmarks",
        [
            ("SumArray", "sum 1 KB, array"), ("SumSpan", "sum 1 KB, span"), ("CopyArray", "copy 256 bytes, array"), ("CopySpan", "copy 256 bytes, span"),
            ("WriteArray", "write 256 bytes to a MemoryStream, array"), ("WriteSpan", "write 256 bytes to a MemoryStream, span"),
        ]) with { IsOneJob = false },
        Of("file-write", FileWritten, "RuntimeFileBenchmarks",
            [("Write", "Write, no buffer"), ("WriteBuffered", "Write, 4 KB buffer"), ("WriteAsync", "WriteAsync, no buffer"), ("WriteAsyncBuffered", "WriteAsync, 4 KB buffer")]),
        Of("file-read", "A 1 KB record read from a file, one call for each", "RuntimeFileBenchmarks",
            [("Read", "Read, no buffer"), ("ReadBuffered", "Read, 4 KB buffer"), ("ReadAsync", "ReadAsync, no buffer"), ("ReadAsyncBuffered", "ReadAsync, 4 KB buffer")]),
    ];

    private static ReportSource Of(string id, string title, string benchmarks, IReadOnlyList<(string Method, string Name)> names) => new(id, title, benchmarks, null, names);

    private static ReportSource On(RuntimeHost host, ReportSource source) => source with
    {
        Id = $"{host.Id}-{source.Id}",
        Host = host,
        Block = source.Title,
        IsHeadline = host.Id == "mono" && source.Id == "header-array",
    };
}
