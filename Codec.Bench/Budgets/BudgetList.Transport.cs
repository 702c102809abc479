using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Connections, over loopback.</content>
public static partial class BudgetList
{
    private static Budget[] Transport =>
    [
        // The limit is a ratio of throughputs: 0.9 requires at least 90% of the baseline's throughput.
        Faster(0.9, "transport/echo-1024", "send 1 KB packets to the C++ server and back, against hand-written code for the same work on an asynchronous socket",
            "EchoBenchmarks.Connection", "EchoBenchmarks.HandWritten", maxBytes: 0),
        Faster(0.9, "transport/one-way-1024", "send 1 KB packets to a raw reader, against hand-written code that copies them into blocks of 64 KB",
            "OneWayBenchmarks.Connection", "OneWayBenchmarks.HandWritten", maxBytes: 0, parameters: "Size=1024"),
        // The connection takes a lock for each packet, because it accepts packets from any thread. The hand-written code is for one thread.
        Faster(0.45, "transport/one-way-64", "send 64-byte packets to a raw reader, against hand-written code that copies them into blocks of 64 KB",
            "OneWayBenchmarks.Connection", "OneWayBenchmarks.HandWritten", maxBytes: 0, parameters: "Size=64"),
        AtMost(1.05, "transport/send-message", "send a generated message (chat) to a raw reader, against writing its payload to a buffer and sending the bytes",
            "SendMessageBenchmarks.Message", "SendMessageBenchmarks.Payload", maxBytes: 0),
        AtMost(1.1, "transport/ping-pong", "send one 64-byte packet and receive its answer, connections at both ends, against raw asynchronous sockets at both ends",
            "PingPongBenchmarks.Connection", "PingPongBenchmarks.RawSocket"),

        // About once in 10,000 rounds, the runtime itself allocates 3,328 bytes, also with raw sockets. RuntimeGrowth detects such a round, and
        // the round is repeated.
        Bytes(0, "transport/ping-pong-allocation", "send one 64-byte packet and receive its answer, connections at both ends, 10,000 times", "PingPongBenchmarks.ConnectionForLong"),
        Bytes(0, "transport/allocation", "send 64-byte packets and receive them with a connection",
            "OneWayBenchmarks.ConnectionToConnection", parameters: "Size=64"),
        AtMost(1.2, "client/poll", "poll a client for 44-byte messages, against the push decoder and the dispatcher that it is made of",
            "ClientPollBenchmarks.Poll", "ClientPollBenchmarks.DecoderAndDispatcher", maxBytes: 0),
    ];
}
