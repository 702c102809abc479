using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Decoding, encoding and dispatch.</content>
public static partial class BudgetList
{
    private static Budget[] Framing =>
    [
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
        AtMost(1.1, "framing/push-loop-64", "push decoder in place, 64-byte packets in 1,460-byte chunks, against a hand-written loop that copies only cut packets",
            "PushDecodeBenchmarks.InPlace", "PushDecodeBenchmarks.HandWrittenPush", maxBytes: 0, parameters: "Size=64,Chunk=1460"),
        AtMost(1.1, "framing/push-loop-1024", "the same, 1 KB packets",
            "PushDecodeBenchmarks.InPlace", "PushDecodeBenchmarks.HandWrittenPush", maxBytes: 0, parameters: "Size=1024,Chunk=1460"),
        AtMost(1.3, "framing/push-append-64", "push decoder, appended and taken, 64-byte packets in 1,460-byte chunks, against that loop",
            "PushDecodeBenchmarks.AppendAndTake", "PushDecodeBenchmarks.HandWrittenPush", maxBytes: 0, parameters: "Size=64,Chunk=1460"),
        AtMost(1.3, "framing/push-append-1024", "the same, 1 KB packets",
            "PushDecodeBenchmarks.AppendAndTake", "PushDecodeBenchmarks.HandWrittenPush", maxBytes: 0, parameters: "Size=1024,Chunk=1460"),
        AtMost(4, "framing/pipe-64", "read 64-byte packets from a PipeReader that gives 1,460-byte chunks, against that loop",
            "PipeReadBenchmarks.ReadPacketAsync", "PipeReadBenchmarks.HandWritten", maxBytes: 0, parameters: "Size=64"),
        AtMost(4, "framing/pipe-1024", "the same, 1 KB packets",
            "PipeReadBenchmarks.ReadPacketAsync", "PipeReadBenchmarks.HandWritten", maxBytes: 0, parameters: "Size=1024"),
        AtMost(1.2, "dispatch/inventory", "decode, verify and dispatch 100 nested tables to a handler that reads two fields, against a hand-written loop and switch",
            "DispatchBenchmarks.DecodeVerifyDispatch", "DispatchBenchmarks.HandWritten", maxBytes: 0, parameters: "Message=Inventory"),
        AtMost(1.2, "dispatch/spawn", "the same, one table with a string",
            "DispatchBenchmarks.DecodeVerifyDispatch", "DispatchBenchmarks.HandWritten", maxBytes: 0, parameters: "Message=Spawn"),
        AtMost(1.2, "dispatch/move", "the same, a flat table of 44 bytes",
            "DispatchBenchmarks.DecodeVerifyDispatch", "DispatchBenchmarks.HandWritten", maxBytes: 0, parameters: "Message=Move"),
        AtMost(1.1, "framing/encode-64", "64-byte packets of built payloads through IBufferWriter, against copying the same bytes",
            "EncodeBenchmarks.Codec", "EncodeBenchmarks.Copy", maxBytes: 0, parameters: "Size=64"),
        AtMost(1.1, "framing/encode-1024", "the same, 1 KB packets",
            "EncodeBenchmarks.Codec", "EncodeBenchmarks.Copy", maxBytes: 0, parameters: "Size=1024"),
    ];
}
