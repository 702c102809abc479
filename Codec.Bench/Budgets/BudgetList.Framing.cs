using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Decoding, encoding and dispatch.</content>
public static partial class BudgetList
{
    private static Budget[] Framing =>
    [
        AtMost(1.1, "framing/span-64", "decode 64-byte packets from one span, against a hand-written loop",
            "SpanDecodeBenchmarks.Codec", "SpanDecodeBenchmarks.HandWritten", maxBytes: 0, parameters: "Size=64"),
        AtMost(1.1, "framing/span-1024", "decode 1 KB packets from one span, against a hand-written loop",
            "SpanDecodeBenchmarks.Codec", "SpanDecodeBenchmarks.HandWritten", maxBytes: 0, parameters: "Size=1024"),
        AtMost(1.3, "framing/sequence-64", "decode 64-byte packets from a sequence of 4 KB segments, against a hand-written loop over the segments",
            "SequenceDecodeBenchmarks.Codec", "SequenceDecodeBenchmarks.HandWritten", maxBytes: 0, parameters: "Size=64"),
        AtMost(1.3, "framing/sequence-1024", "decode 1 KB packets from a sequence of 4 KB segments, against a hand-written loop over the segments",
            "SequenceDecodeBenchmarks.Codec", "SequenceDecodeBenchmarks.HandWritten", maxBytes: 0, parameters: "Size=1024"),
        AtMost(1.3, "framing/push-64-1460", "push decoder, 64-byte packets in 1,460-byte chunks, against a hand-written loop and one copy of the bytes",
            "PushDecodeBenchmarks.InPlace", "PushDecodeBenchmarks.HandWrittenAndCopy", maxBytes: 0, parameters: "Size=64,Chunk=1460"),
        AtMost(1.3, "framing/push-64-65536", "push decoder, 64-byte packets in 64 KB chunks, against a hand-written loop and one copy of the bytes",
            "PushDecodeBenchmarks.InPlace", "PushDecodeBenchmarks.HandWrittenAndCopy", maxBytes: 0, parameters: "Size=64,Chunk=65536"),
        AtMost(1.3, "framing/push-1024-1460", "push decoder, 1 KB packets in 1,460-byte chunks, against a hand-written loop and one copy of the bytes",
            "PushDecodeBenchmarks.InPlace", "PushDecodeBenchmarks.HandWrittenAndCopy", maxBytes: 0, parameters: "Size=1024,Chunk=1460"),
        AtMost(1.3, "framing/push-1024-65536", "push decoder, 1 KB packets in 64 KB chunks, against a hand-written loop and one copy of the bytes",
            "PushDecodeBenchmarks.InPlace", "PushDecodeBenchmarks.HandWrittenAndCopy", maxBytes: 0, parameters: "Size=1024,Chunk=65536"),
        AtMost(1.1, "framing/push-loop-64", "push decoder in place, 64-byte packets in 1,460-byte chunks, against a hand-written loop that copies only cut packets",
            "PushDecodeBenchmarks.InPlace", "PushDecodeBenchmarks.HandWrittenPush", maxBytes: 0, parameters: "Size=64,Chunk=1460"),
        AtMost(1.1, "framing/push-loop-1024", "push decoder in place, 1 KB packets in 1,460-byte chunks, against a hand-written loop that copies only cut packets",
            "PushDecodeBenchmarks.InPlace", "PushDecodeBenchmarks.HandWrittenPush", maxBytes: 0, parameters: "Size=1024,Chunk=1460"),
        AtMost(1.3, "framing/push-append-64", "push decoder with TryAppend and Take, 64-byte packets in 1,460-byte chunks, against a hand-written loop that copies only cut packets",
            "PushDecodeBenchmarks.AppendAndTake", "PushDecodeBenchmarks.HandWrittenPush", maxBytes: 0, parameters: "Size=64,Chunk=1460"),
        AtMost(1.3, "framing/push-append-1024", "push decoder with TryAppend and Take, 1 KB packets in 1,460-byte chunks, against a hand-written loop that copies only cut packets",
            "PushDecodeBenchmarks.AppendAndTake", "PushDecodeBenchmarks.HandWrittenPush", maxBytes: 0, parameters: "Size=1024,Chunk=1460"),
        AtMost(3, "framing/pipe-64", "read 64-byte packets from a PipeReader that gives 1,460-byte chunks, against a hand-written loop over the pipe",
            "PipeReadBenchmarks.ReadPacketAsync", "PipeReadBenchmarks.HandWrittenAsync", maxBytes: 0, parameters: "Size=64"),
        AtMost(1.1, "framing/pipe-1024", "read 1 KB packets from a PipeReader that gives 1,460-byte chunks, against a hand-written loop over the pipe",
            "PipeReadBenchmarks.ReadPacketAsync", "PipeReadBenchmarks.HandWrittenAsync", maxBytes: 0, parameters: "Size=1024"),
        AtMost(1.2, "dispatch/inventory", "decode, verify and dispatch 100 nested tables to a handler that reads two fields, against a hand-written loop and switch",
            "DispatchBenchmarks.DecodeVerifyDispatch", "DispatchBenchmarks.HandWritten", maxBytes: 0, parameters: "Message=Inventory"),
        AtMost(1.2, "dispatch/spawn", "decode, verify and dispatch tables with a string, against a hand-written loop and switch",
            "DispatchBenchmarks.DecodeVerifyDispatch", "DispatchBenchmarks.HandWritten", maxBytes: 0, parameters: "Message=Spawn"),
        AtMost(1.2, "dispatch/move", "decode, verify and dispatch flat tables of 44 bytes, against a hand-written loop and switch",
            "DispatchBenchmarks.DecodeVerifyDispatch", "DispatchBenchmarks.HandWritten", maxBytes: 0, parameters: "Message=Move"),
        AtMost(1.1, "framing/encode-64", "encode 64-byte packets of finished payloads to an IBufferWriter, against copying the same bytes",
            "EncodeBenchmarks.Codec", "EncodeBenchmarks.Copy", maxBytes: 0, parameters: "Size=64"),
        AtMost(1.1, "framing/encode-1024", "encode 1 KB packets of finished payloads to an IBufferWriter, against copying the same bytes",
            "EncodeBenchmarks.Codec", "EncodeBenchmarks.Copy", maxBytes: 0, parameters: "Size=1024"),
    ];
}
