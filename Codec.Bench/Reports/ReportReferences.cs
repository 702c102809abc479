using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>
/// The figures of other libraries, built from their sources and measured together with this one in one process. They are included because many
/// package registries do not have these libraries, and the tables should still show them. They do not affect the ranks.
/// </summary>
internal static class ReportReferences
{
    /// <summary>The origin of the figures.</summary>
    internal const string Provenance =
        "measured on 2026-11-22 beside Codec b81f7f0 on another machine: Intel Xeon, 2 cores, x64, .NET 10.0.12; in-process BenchmarkDotNet, 7 iterations of 100 ms after 4 warm-ups";

    /// <summary>The command that measures the other libraries on this machine. The name of the section must be appended.</summary>
    internal const string Command = "dotnet run -c Release --project Codec.Bench -p:Peers=true -- report --only";

    /// <summary>Returns the versions of the other libraries in a section.</summary>
    internal static string Versions(string section) => section switch
    {
        "serializers" or "sizes" => "MemoryPack 1.21.4, MessagePack 3.1.4, protobuf-net 3.3.0, FlatSharp 7.9.0",
        "streams" => "K4os.Streams 0.1.1, RecyclableMemoryStream 3.0.1",
        "framing" => "Bedrock at 587e46d, SuperSocket at f15e45e, DotNetty at 78c5757",
        _ => "Bedrock at 587e46d, SuperSocket at f15e45e, DotNetty at 78c5757, NetCoreServer at b7fcaf7",
    };

    /// <summary>Returns whether this project can measure the section's other libraries.</summary>
    internal static bool CanMeasure(string section) => section is "serializers" or "sizes" or "streams";

    private const string Generated = "generated packet";

    private static readonly string[] Serializing = ["MemoryPack", "MessagePack", "protobuf-net", "FlatSharp"];

    /// <summary>
    /// The five messages: the times to write and to read as multiples of the generated packet's, and the payload bytes, in the order of
    /// <see cref="Serializing"/>.
    /// </summary>
    private static readonly Dictionary<string, (double[] Written, double[] Read, int[] Bytes)> Messages = new()
    {
        ["Seed"] = ([9.2, 9.8, 37, 9.9], [20, 38, 178, 28], [31, 22, 23, 47]),
        ["Move"] = ([7.0, 15, 81, 21], [12, 50, 186, 22], [53, 66, 63, 74]),
        ["Chat"] = ([3.9, 5.6, 19, 6.5], [25, 45, 119, 31], [110, 97, 98, 133]),
        ["Inventory"] = ([1.5, 3.2, 18, 2.9], [7.1, 18, 41, 16], [3113, 1996, 2257, 4921]),
        ["Snapshot"] = ([1.5, 167, 1290, 33], [1.3, 70, 148, 3.8], [18_009, 21_589, 19_163, 18_028]),
    };

    private static readonly string[] Streaming =
        ["MemoryStream, presized", "ResizingByteStream", "ChunkedByteStream", "K4os.Streams, resizing", "K4os.Streams, chunked", "RecyclableMemoryStream"];

    /// <summary>By stream size in bytes: the times as multiples of MemoryStream's, in the order of <see cref="Streaming"/>.</summary>
    private static readonly Dictionary<int, double[]> StreamRatios = new()
    {
        [128] = [0.70, 0.57, 0.65, 0.88, 1.15, 10.4],
        [1024] = [1.05, 0.40, 0.39, 0.42, 0.49, 4.0],
        [8192] = [0.49, 0.11, 0.10, 0.12, 0.17, 0.34],
        [65_536] = [0.55, 0.22, 0.17, 0.24, 0.25, 0.27],
        [131_072] = [0.67, 0.06, 0.04, 0.06, 0.05, 0.06],
        [1 << 20] = [0.53, 0.07, 0.03, 0.06, 0.03, 0.04],
        [8 << 20] = [0.38, 0.19, 0.08, 0.19, 0.09, 0.10],
    };

    private const string PushLoop = "a hand-written push loop";

    private const string RawSockets = "raw sockets with hand-written framing";

    internal static ReportReference Serializers(string message, bool writes)
    {
        (double[] written, double[] read, int[] bytes) = Messages[message];
        return new ReportReference(
            Generated,
            [new ReportReferenceWay(Generated, 1), .. Serializing.Select((name, index) => new ReportReferenceWay(name, (writes ? written : read)[index], bytes[index]))]);
    }

    internal static ReportReference? Streams(int size) => StreamRatios.TryGetValue(size, out double[]? ratios)
        ? new ReportReference("MemoryStream", [new ReportReferenceWay("MemoryStream", 1), .. Streaming.Select((name, index) => new ReportReferenceWay(name, ratios[index]))])
        : null;

    internal static ReportReference Span(int size) => new(PushLoop, [new("PacketDecoder", size == 64 ? 0.56 : 0.83)]);

    internal static ReportReference Push(int size) => new(
        PushLoop, [new("PacketPushDecoder, in place", size == 64 ? 0.64 : 1.54), new("PacketPushDecoder, appended", size == 64 ? 2.1 : 1.50), DotNetty(size)]);

    internal static ReportReference Pipe(int size) => new(
        PushLoop,
        [
            new("PacketReader", size == 64 ? 1.2 : 1.1),
            new("Bedrock ProtocolReader", size == 64 ? 7.9 : 1.6, Allocated: "0 B"),
            new("SuperSocket FixedHeaderPipelineFilter", size == 64 ? 12.8 : 3.0, Allocated: "54–143 B"),
        ]);

    internal static ReportReference OneWay { get; } = new(
        RawSockets,
        [
            new("PacketConnection", 1.33), new("Bedrock, one by one", 3.4), new("Bedrock, 64 at a time", 2.4), new("SuperSocket 2, 64 KB buffers", 3.0),
            new("DotNetty, flushed one by one", 99), new("DotNetty, 64 at a time", 10), new("NetCoreServer", 9.3),
        ]);

    internal static ReportReference PingPong { get; } = new(
        RawSockets,
        [
            new("PacketConnection", 0.98), new("Bedrock", 1.24), new("SuperSocket 2, 64 KB buffers", 1.27), new("DotNetty", 2.1),
            new("NetCoreServer (answers inside its callback)", 0.89),
        ]);

    /// <summary>Returns the ways of a reference that have no benchmark here.</summary>
    internal static IReadOnlyList<ReportAbsence> NotBuilt(ReportReference reference, params string[] built) =>
        [.. reference.Ways.Where(way => !built.Contains(way.Name)).Select(way => new ReportAbsence(way.Name, "reference only"))];

    private static ReportReferenceWay DotNetty(int size) => new("DotNetty LengthFieldBasedFrameDecoder", size == 64 ? 6.4 : 3.7, Allocated: "56–167 B");
}
