using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Connections, over loopback.</content>
public static partial class BudgetList
{
    private static Budget[] Transport =>
    [
        // The ratio of throughputs is the inverse of the ratio of times: 0.9x of the throughput is 0.9 times as fast.
        Faster(0.9, "transport/echo-1024", "1 KB packets to the C++ server and back, against a raw socket loop of 64 KB writes with that server",
            "EchoBenchmarks.Connection", "EchoBenchmarks.RawSocket", maxBytes: 0),
        Faster(0.9, "transport/one-way-1024", "send 1 KB packets to a raw reader, against that loop with such a reader",
            "OneWayBenchmarks.Connection", "OneWayBenchmarks.RawSocket", maxBytes: 0, parameters: "Size=1024"),
        Faster(0.25, "transport/one-way-64", "the same, 64-byte packets",
            "OneWayBenchmarks.Connection", "OneWayBenchmarks.RawSocket", maxBytes: 0, parameters: "Size=64"),
        AtMost(1.05, "transport/send-message", "send a generated message (chat) to a raw reader, against writing its payload to a buffer and sending those bytes",
            "SendMessageBenchmarks.Message", "SendMessageBenchmarks.Payload", maxBytes: 0),
        AtMost(1.1, "transport/ping-pong", "one 64-byte packet there and back, connections at both ends, against raw asynchronous sockets at both ends",
            "PingPongBenchmarks.Connection", "PingPongBenchmarks.RawSocket"),

        // Some 3,200 bytes once in 10,000 rounds were allocated by the runtime, with raw sockets as well. RuntimeGrowth detects such a round, and the
        // round is repeated.
        Bytes(0, "transport/ping-pong-allocation", "the same, 10,000 times", "PingPongBenchmarks.ConnectionForLong"),
        Bytes(0, "transport/allocation", "send 64-byte packets and receive them with a connection",
            "OneWayBenchmarks.ConnectionToConnection", parameters: "Size=64"),
        AtMost(1.2, "client/poll", "poll a client for 44-byte messages, against the push decoder and the dispatcher that it is made of",
            "ClientPollBenchmarks.Poll", "ClientPollBenchmarks.DecoderAndDispatcher", maxBytes: 0),
    ];
}
