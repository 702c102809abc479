using System.Collections.Generic;
using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <summary>Every budget, once. A new row names a [Benchmark] method, its baseline and the limit; docs/benchmarking.md says how.</summary>
public static class BudgetList
{
    /// <summary>The budgets, in the order in which they are measured and shown.</summary>
    public static IReadOnlyList<Budget> All { get; } =
    [
        AtMost(1.05, "header/span", "the default writer against a raw 32-bit store, span form",
            "HeaderSpanBenchmarks.UnalignedStore", "HeaderSpanBenchmarks.RawStore", maxBytes: 0),
        AtMost(1.05, "header/array", "the default writer against a raw 32-bit store, array form",
            "HeaderArrayBenchmarks.UnalignedStore", "HeaderArrayBenchmarks.RawStore", maxBytes: 0),

        Nanoseconds(3, "packet/prepend", "the header in front of a finished 48-byte payload, in place",
            "MakePacketBenchmarks.AsPacket", maxBytes: 0),
        Faster(8, "packet/prepend-copy", "the same against a byte-by-byte copy into a new array",
            "MakePacketBenchmarks.AsPacket", "MakePacketBenchmarks.ByteByByteCopy", maxBytes: 0),

        .. FlatBuffers("build-seed", "build the 48-byte example", cpp: 1.5, package: 2),
        .. FlatBuffers("build-monster", "build a 504-byte monster", cpp: 1.5, package: 2),
        .. FlatBuffers("read-seed", "read every field of the example, its text as a view", cpp: 2, package: 2),
        .. FlatBuffers("read-monster", "read every field of the monster, its texts as views", cpp: 2, package: 2),
        .. FlatBuffers("verify-seed", "verify the example with a verifier that is reused", cpp: 2, package: 4),
        .. FlatBuffers("verify-monster", "verify the monster with a verifier that is reused", cpp: 2, package: 4),
        .. FlatBuffers("grow", "grow from 64 bytes to 1 MB, pooled", cpp: null, package: 2),

        // The strings themselves: one of 18 characters; nine of 16 and of 9 to 12.
        .. FlatBuffers("read-seed-strings", "read the example, its text as string", cpp: null, package: 2, maxBytes: 64),
        .. FlatBuffers("read-monster-strings", "read the monster, its texts as string", cpp: null, package: 2, maxBytes: 432),

        AtMost(1.1, "framing/span-64", "decode 64-byte packets from one span, against a hand-written loop",
            "SpanDecodeBenchmarks.Codec", "SpanDecodeBenchmarks.HandWritten", maxBytes: 0, parameters: "Size=64"),
        AtMost(1.1, "framing/span-1024", "the same, 1 KB packets",
            "SpanDecodeBenchmarks.Codec", "SpanDecodeBenchmarks.HandWritten", maxBytes: 0, parameters: "Size=1024"),
        AtMost(1.3, "framing/sequence-64", "decode 64-byte packets from a sequence of 4 KB segments, against that loop",
            "SequenceDecodeBenchmarks.Codec", "SequenceDecodeBenchmarks.HandWritten", maxBytes: 0, parameters: "Size=64"),
        AtMost(1.3, "framing/sequence-1024", "the same, 1 KB packets",
            "SequenceDecodeBenchmarks.Codec", "SequenceDecodeBenchmarks.HandWritten", maxBytes: 0, parameters: "Size=1024"),
        AtMost(1.3, "framing/push-64-1460", "push decoder, 64-byte packets in 1,460-byte chunks, against that loop and one copy of the bytes",
            "PushDecodeBenchmarks.InPlace", "PushDecodeBenchmarks.HandWrittenAndCopy", maxBytes: 0, parameters: "Size=64,Chunk=1460"),
        AtMost(1.3, "framing/push-64-65536", "the same, 64 KB chunks",
            "PushDecodeBenchmarks.InPlace", "PushDecodeBenchmarks.HandWrittenAndCopy", maxBytes: 0, parameters: "Size=64,Chunk=65536"),
        AtMost(1.3, "framing/push-1024-1460", "the same, 1 KB packets in 1,460-byte chunks",
            "PushDecodeBenchmarks.InPlace", "PushDecodeBenchmarks.HandWrittenAndCopy", maxBytes: 0, parameters: "Size=1024,Chunk=1460"),
        AtMost(1.3, "framing/push-1024-65536", "the same, 64 KB chunks",
            "PushDecodeBenchmarks.InPlace", "PushDecodeBenchmarks.HandWrittenAndCopy", maxBytes: 0, parameters: "Size=1024,Chunk=65536"),
        AtMost(4, "framing/pipe-64", "read 64-byte packets from a PipeReader that gives 1,460-byte chunks, against that loop",
            "PipeReadBenchmarks.ReadPacketAsync", "PipeReadBenchmarks.HandWritten", maxBytes: 1024, parameters: "Size=64"),
        AtMost(4, "framing/pipe-1024", "the same, 1 KB packets",
            "PipeReadBenchmarks.ReadPacketAsync", "PipeReadBenchmarks.HandWritten", maxBytes: 1024, parameters: "Size=1024"),
        AtMost(1.2, "dispatch/inventory", "decode, verify and dispatch 100 nested tables to a handler that reads two fields, against verifying alone",
            "DispatchBenchmarks.DecodeVerifyDispatch", "DispatchBenchmarks.VerifyAlone", maxBytes: 0, parameters: "Message=Inventory"),
        AtMost(1.2, "dispatch/spawn", "the same, one table with a string",
            "DispatchBenchmarks.DecodeVerifyDispatch", "DispatchBenchmarks.VerifyAlone", maxBytes: 0, parameters: "Message=Spawn"),
        AtMost(1.2, "dispatch/move", "the same, a flat table of 44 bytes",
            "DispatchBenchmarks.DecodeVerifyDispatch", "DispatchBenchmarks.VerifyAlone", maxBytes: 0, parameters: "Message=Move"),
        AtMost(1.1, "framing/encode-64", "64-byte packets of built payloads through IBufferWriter, against copying the same bytes",
            "EncodeBenchmarks.Codec", "EncodeBenchmarks.Copy", maxBytes: 0, parameters: "Size=64"),
        AtMost(1.1, "framing/encode-1024", "the same, 1 KB packets",
            "EncodeBenchmarks.Codec", "EncodeBenchmarks.Copy", maxBytes: 0, parameters: "Size=1024"),

        .. Generated("Seed", flat: true),
        .. Generated("Move", flat: true),
        .. Generated("Chat", flat: true),
        .. Generated("Inventory", flat: false),
        .. Generated("Snapshot", flat: false),

        .. Streams("Resizing", (128, 0.95), (1024, 0.70), (8 * 1024, 0.45)),
        .. Streams("Chunked", (64 * 1024, 0.45), (128 * 1024, 0.33), (1 << 20, 0.30), (8 << 20, 0.14)),
        AtMost(0.30, "streams/chunked-128MB", "128 MB in 1 KB writes and 8 KB reads, against MemoryStream",
            "MemoryStreamBenchmarks.Chunked", "MemoryStreamBenchmarks.Memory", parameters: "Size=134217728"),
        AtMost(1.15, "streams/chunked-short", "128 bytes in the chunked stream against the resizing one",
            "MemoryStreamBenchmarks.Chunked", "MemoryStreamBenchmarks.Resizing", maxBytes: 200, parameters: "Size=128"),
        AtMost(1.1, "capture/append", "append 1 KB packets to a capture, against 64 KB writes of as many bytes",
            "CaptureBenchmarks.AppendCapture", "CaptureBenchmarks.WriteRaw", maxBytes: 1),
        AtMost(1.25, "capture/read", "read a capture of 1 KB packets, against 64 KB reads of the file",
            "CaptureBenchmarks.ReadCapture", "CaptureBenchmarks.ReadRaw", maxBytes: 1),
    ];

    /// <summary>A case of the FlatBuffers comparison, against C++ (where that has a limit) and against the published package.</summary>
    private static IEnumerable<Budget> FlatBuffers(string name, string what, double? cpp, double package, double maxBytes = 0)
    {
        if (cpp is { } limit)
        {
            yield return AtMost(limit, $"flatbuffers/{name}/c++", $"{what}, against C++ -O2", ComparisonPrefix + name, "C++", maxBytes);
        }

        yield return Faster(package, $"flatbuffers/{name}/package", $"{what}, against the published package", ComparisonPrefix + name, "package", maxBytes);
    }

    /// <summary>What the schema compiler writes for one of the game's messages, against code that was written by hand for it.</summary>
    private static IEnumerable<Budget> Generated(string message, bool flat)
    {
        string name = message.ToLowerInvariant();
        yield return AtMost(1.15, $"generated/write-{name}", $"the generated writer of the {name} message against code written by hand",
            $"GeneratedWriteBenchmarks.{message}", $"GeneratedWriteBenchmarks.Hand{message}", maxBytes: 0);
        yield return Faster(3, $"generated/write-{name}-builder", "the same against the FlatBuffers runtime's builder",
            $"GeneratedWriteBenchmarks.{message}", $"GeneratedWriteBenchmarks.Builder{message}");
        yield return AtMost(1.15, $"generated/read-{name}", $"every field of the {name} message through the generated view against code written by hand",
            $"GeneratedReadBenchmarks.{message}", $"GeneratedReadBenchmarks.Hand{message}", maxBytes: 0);
        if (flat)
        {
            yield return AtMost(1.5, $"generated/verify-{name}", "verifying and reading against reading alone",
                $"GeneratedReadBenchmarks.Verified{message}", $"GeneratedReadBenchmarks.{message}", maxBytes: 0);
        }
    }

    /// <summary>A stream in memory against <see cref="System.IO.MemoryStream"/>, at sizes with their limits.</summary>
    private static IEnumerable<Budget> Streams(string stream, params (int Size, double Limit)[] sizes)
    {
        foreach ((int size, double limit) in sizes)
        {
            yield return AtMost(
                limit,
                $"streams/{stream}-{size}",
                $"{size} bytes in 1 KB writes and 8 KB reads, against MemoryStream",
                $"MemoryStreamBenchmarks.{stream}",
                "MemoryStreamBenchmarks.Memory",
                maxBytes: 200,
                parameters: $"Size={size}");
        }
    }
}
