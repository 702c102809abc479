using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>The questions of the report, and which benchmarks answer them.</summary>
internal static class ReportPlan
{
    private static readonly string[] Messages = ["Seed", "Move", "Chat", "Inventory", "Snapshot"];

    /// <summary>A section without measurements yet.</summary>
    internal sealed record Section(string Id, string Title, string Conditions, IReadOnlyList<ReportSource> Sources, IReadOnlyList<string> Missing);

    internal static IReadOnlyList<Section> All =>
    [
        new("header-writers", "Header writers", "This holds for .NET 10 and the default format; other runtimes rank in their own section below.",
            [
                Source("header-array", "A header into an array", "HeaderArrayBenchmarks", null, "UnalignedStore", "RawStore"),
                Source("header-span", "A header into a span", "HeaderSpanBenchmarks", null, "UnalignedStore", "RawStore"),
            ], []),
        new("packet-making", "Making a packet", "The payload is a finished FlatBuffer of 48 bytes; the copies grow with the payload, AsPacket does not.",
            [Source("packet-making", "A packet of a finished 48-byte payload", "MakePacketBenchmarks", null, "AsPacket")], []),
        new("payload-strategies", "Payload strategies", "All of it in memory that is in the cache; \"verified\" also judges the bytes as if they came from a peer.",
            [.. Messages.SelectMany(Payloads)], []),
        new("serializers", "Serializers", "Each is used as its own documentation says is fastest, with objects that are filled already, and reads every field.",
            [.. Messages.SelectMany(Serializers)],
            [
                "FlatBuffers with the published package beside these; `-- flatbuffers` compares the two runtimes.",
                "MemoryPack, MessagePack, protobuf-net and FlatSharp, which are not in the build.",
            ]),
        new("streams", "Streams in memory", "Each stream is new, is written in pieces and is read back; a warm pool stands behind the pooled ones.",
            [.. ((int[])[1024, 65_536, 1 << 20, 8 << 20]).Select(size => Source($"stream-{size}", $"A stream of {size} bytes", "MemoryStreamBenchmarks", $"Size={size}", "Chunked"))],
            []),
        new("framing", "Framing and dispatch", "A buffer full of 64-byte packets with both fields of each header and every byte's cache line touched.",
            [
                Source("framing-span", "64-byte packets from a span", "SpanDecodeBenchmarks", "Size=64", "Codec", "HandWritten"),
                Source("framing-sequence", "64-byte packets from a sequence of segments", "SequenceDecodeBenchmarks", "Size=64", "Codec", "HandWritten"),
                Source("framing-pipe", "64-byte packets from a pipe", "PipeReadBenchmarks", "Size=64", "ReadPacketAsync", "HandWritten"),
                Source("framing-push", "64-byte packets pushed in chunks", "PushDecodeBenchmarks", "Size=64", "InPlace"),
                Source("framing-encode", "64-byte packets encoded", "EncodeBenchmarks", "Size=64", "Codec", "Copy"),
                Source("framing-dispatch", "A Move decoded, verified and dispatched", "DispatchBenchmarks", "Message=Move", "DecodeVerifyDispatch", "VerifyAlone"),
            ], []),
    ];

    private static ReportSource Source(string id, string title, string benchmarks, string? parameters, string? ours = null, string? limit = null) =>
        new(id, title, benchmarks, parameters, [], ours, limit);

    private static IEnumerable<ReportSource> Payloads(string message)
    {
        string file = message.ToLowerInvariant();
        yield return new ReportSource(
            $"payload-write-{file}", $"{message}: written", "GeneratedWriteBenchmarks", null,
            [("Hand" + message, "written by hand"), (message, "generated packet"), ("Builder" + message, "flatc's code")], "generated packet");
        yield return new ReportSource(
            $"payload-read-{file}", $"{message}: every field read", "GeneratedReadBenchmarks", null,
            [("Hand" + message, "read by hand"), (message, "generated packet"), ("Verified" + message, "generated, verified")], "generated packet");
    }

    private static IEnumerable<ReportSource> Serializers(string message)
    {
        string file = message.ToLowerInvariant();
        foreach (string verb in (string[])["Write", "Read"])
        {
            yield return new ReportSource(
                $"serializer-{verb.ToLowerInvariant()}-{file}",
                verb == "Write" ? $"{message}: serialized" : $"{message}: read",
                "SerializerBenchmarks",
                "Message=" + message,
                [
                    (verb + "Generated", "generated packet"), (verb + "FlatBuffers", "FlatBuffers, our runtime"), (verb + "Struct", "struct payload"),
                    (verb + "Protobuf", "Google.Protobuf"), (verb + "Json", "System.Text.Json"), (verb + "Newtonsoft", "Newtonsoft.Json"),
                ],
                "generated packet");
        }
    }
}
