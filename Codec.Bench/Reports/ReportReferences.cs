using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>
/// Figures that were measured on another machine before this library was written, of the same jobs: as ratios, because times of two
/// machines say nothing beside each other. They are data, and nothing is ranked by them.
/// </summary>
internal static class ReportReferences
{
    /// <summary>From one loop over packets in memory that is written by hand, for 64-byte and for 1 KB packets.</summary>
    private static readonly (string Name, double Small, double Large)[] Pipes =
    [
        ("the pipelines documentation's loop", 12, 10), ("the same, with a span fast path", 4.2, 8.9), ("Bedrock.Framework", 26, 12), ("SuperSocket", 35, 21), ("DotNetty", 18, 12),
    ];

    /// <summary>The five messages, in nanoseconds: by hand, MemoryPack, Protobuf and FlatBuffers' package, written and then read.</summary>
    private static readonly Dictionary<string, (double[] Written, double[] Read)> Messages = new()
    {
        ["Seed"] = ([6.6, 18.6, 14.7, 39], [4.0, 19.4, 31.6, 29]),
        ["Move"] = ([1.6, 3.6, 64, 81], [2.2, 2.4, 95, 60]),
        ["Chat"] = ([11.6, 20.9, 28.7, 73], [5.7, 38, 60, 55]),
        ["Inventory"] = ([870, 980, 5060, 10_100], [1000, 2240, 8600, 7900]),
        ["Snapshot"] = ([128, 138, 29_000, 9100], [540, 716, 41_000, 10_700]),
    };

    /// <summary>Stream sizes in bytes, and the times there as multiples of MemoryStream's: presized, recyclable, resizing, chunked.</summary>
    private static readonly Dictionary<int, double[]> StreamRatios = new()
    {
        [128] = [0.80, 27, 2.5, 2.5],
        [1024] = [0.76, 10, 1.3, 1.3],
        [8192] = [0.48, 1.6, 0.68, 0.68],
        [65_536] = [0.54, 1.04, 0.81, 0.80],
        [131_072] = [0.77, 0.45, 0.36, 0.40],
        [1 << 20] = [0.78, 0.37, 0.35, 0.32],
        [8 << 20] = [0.59, 0.16, 0.16, 0.14],
    };

    /// <summary>Other libraries that read packets from a pipe.</summary>
    internal static IEnumerable<string> PipePeers => Pipes.Select(pipe => pipe.Name);

    internal static ReportReference HeaderArrayNet { get; } = Headers(0.41, ("BitConverter", 10.8), ("Marshal", 10.3));

    internal static ReportReference HeaderSpanNet { get; } = Headers(0.41, ("BitConverter", 10.8), ("Marshal", 10.3), ("Shift", 0.67), ("BinaryPrimitives", 0.68));

    internal static ReportReference HeaderArrayMono { get; } = Headers(0.47, ("BitConverter", 43), ("Marshal", 50), ("Shift", 1.7), ("BinaryPrimitives", 13.7));

    internal static ReportReference HeaderSpanMono { get; } = Headers(0.47, ("BitConverter", 43), ("Marshal", 50), ("Shift", 7.2), ("BinaryPrimitives", 13.7));

    /// <summary>Ratios to Google.Protobuf; beside the generated packet stands code that was written by hand for the same message.</summary>
    internal static ReportReference Serializers(string message, bool writes)
    {
        double[] times = writes ? Messages[message].Written : Messages[message].Read;
        return new ReportReference("Google.Protobuf", new Dictionary<string, double>
        {
            ["Google.Protobuf"] = 1,
            ["generated packet"] = times[0] / times[2],
            ["MemoryPack"] = times[1] / times[2],
            ["FlatBuffers, published package"] = times[3] / times[2],
        });
    }

    internal static ReportReference? Streams(int size) => StreamRatios.TryGetValue(size, out double[]? ratios)
        ? new ReportReference("MemoryStream", new Dictionary<string, double>
        {
            ["MemoryStream"] = 1,
            ["MemoryStream, presized"] = ratios[0],
            ["RecyclableMemoryStream"] = ratios[1],
            ["K4os.Streams, resizing"] = ratios[2],
            ["K4os.Streams, chunked"] = ratios[3],
        })
        : null;

    internal static ReportReference Sequence(int size) => Loop([("SequenceReader<byte>", size == 64 ? 1.6 : 3.1)]);

    internal static ReportReference Pipe(int size) => Loop([.. Pipes.Select(pipe => (pipe.Name, size == 64 ? pipe.Small : pipe.Large))]);

    /// <summary>Ways that only the reference has figures of.</summary>
    internal static IReadOnlyList<ReportAbsence> NotBuilt(params ReadOnlySpan<string> names)
    {
        List<ReportAbsence> absent = [];
        foreach (string name in names)
        {
            absent.Add(new ReportAbsence(name, "not written here; the reference has it"));
        }

        return absent;
    }

    private static ReportReference Headers(double store, params (string Name, double Nanoseconds)[] times) =>
        new("UnalignedStore", times.Append(("UnalignedStore", store)).ToDictionary(pair => pair.Item1, pair => pair.Item2 / store));

    private static ReportReference Loop((string Name, double Ratio)[] ratios) =>
        new("hand-written loop", ratios.Append(("hand-written loop", 1)).ToDictionary(pair => pair.Item1, pair => pair.Item2));
}
