using System.Collections.Generic;
using System.Linq;
using Codec.Bench.FlatBuffers.Comparison;

namespace Codec.Bench.Reports;

/// <summary>The questions of the report, and which benchmarks answer them.</summary>
internal static partial class ReportPlan
{
    /// <summary>A section without measurements yet.</summary>
    internal sealed record Section(string Id, string Title, string Conditions, IReadOnlyList<ReportSource> Sources, IReadOnlyList<string> Missing);

    internal static IReadOnlyList<Section> All =>
    [
        new("header-writers", "Header writers",
            "This holds for .NET 10 and the default format; other runtimes rank in their own section below, and [header-writers.md](header-writers.md) shows where each difference comes from.",
            [
                new("header-array", "A header into an array", "HeaderArrayBenchmarks", null, [], "UnalignedStore", "RawStore") { Reference = ReportReferences.HeaderArrayNet },
                new("header-span", "A header into a span", "HeaderSpanBenchmarks", null, [], "UnalignedStore", "RawStore") { Reference = ReportReferences.HeaderSpanNet },
            ], []),
        new("packet-making", "Making a packet", "This holds for a finished FlatBuffer of 48 bytes; the copies grow with the payload, AsPacket does not, and needs the builder that the payload lies in.",
            [new("packet-making", "A packet of a finished 48-byte payload", "MakePacketBenchmarks", null, [], "AsPacket")], []),
        new("payload-strategies", "Payload strategies",
            "This holds for one message again and again in memory that is in the cache; \"verified\" also judges the bytes as if they came from a peer, and flatc's code runs on this repository's runtime.",
            [.. Messages.SelectMany(Payloads)], []),
        new("serializers", "Serializers",
            "This holds where each is used as its own documentation says is fastest, with objects that are filled already and one buffer that is kept; reading touches every field once, as UTF-8 where the format gives views.",
            [.. Messages.SelectMany(Serializers)], []),
        new("flatbuffers", "FlatBuffers: this runtime, the package and C++",
            "This holds for flatc's code on all sides, C++ with -O2, all on one core; [flatbuffers.md](flatbuffers.md#where-the-time-goes) says where the time goes.",
            [.. ComparisonCase.All.Select(Compared)], []),
        new("streams", "Streams in memory", "This holds for a new stream each time, written in pieces of up to 1 KB and read back in pieces of 8 KB, with a warm pool behind the pooled ones.",
            [.. StreamSizes.Select(Stream)], []),
        new("stream-calls", "Calls on streams", "This holds for a file on this machine's disk that the system has in its cache, and for one thread.",
            [.. Overloads(), .. ByteOrBuffer(), .. LogBufferSizes.SelectMany(Logs), .. Captures()], []),
        new("framing", "Framing and dispatch", "This holds for 64 MB of packets in memory, more than the caches hold, with the id and the first byte of each payload read.",
            [.. Framing()], []),
        new("transport", "Transport", "This holds for the loopback device of one machine, both ends on the same cores.", [.. Transport()], []),
    ];
}
