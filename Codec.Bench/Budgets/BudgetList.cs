using System.IO.Enumeration;

namespace Codec.Bench.Budgets;

/// <summary>All budgets, a line each. "Twice the speed" of <see cref="Faster"/> is half of the baseline's time.</summary>
public static class BudgetList
{
    private const string Decode = "A hand-written loop decodes the same packets.";
    private const string Flow = "A hand-written loop does the same work on the same chunks.";
    private const string HandSocket = "Hand-written code sends the same bytes in blocks of 64 KB.";
    private const string RawServer = "A server with raw sockets answers the same packets.";

    // A capture of a million packets (1 GB) may take a minute; the benchmark itself limits the memory to 200 MB.
    private const double MinuteForAMillion = 60e9 / (1 << 20);

    private const long LongestWarmStream = 8 << 20;

    public static IReadOnlyList<Budget> All { get; } =
    [
        AtMost(1.2, 0, "header/span", "HeaderSpanBenchmarks", "UnalignedStore", "RawStore", "",
            "A raw store without the check of the length is the limit of the machine."),
        AtMost(1.05, 0, "header/array", "HeaderArrayBenchmarks", "UnalignedStore", "RawStore", "", "A raw store is the limit of the machine."),
        Nanoseconds(3, "packet/prepend", "MakePacketBenchmarks.AsPacket", "The header is written in front of a finished payload, in place.", 0),
        Faster(8, 0, "packet/prepend-copy", "MakePacketBenchmarks", "AsPacket", "ByteByByteCopy", "",
            "The baseline copies the payload byte by byte into a new array."),
        AtMost(1.1, 0, "framing/span-64", "SpanDecodeBenchmarks", "Codec", "HandWritten", "Size=64", Decode),
        AtMost(1.1, 0, "framing/span-1024", "SpanDecodeBenchmarks", "Codec", "HandWritten", "Size=1024", Decode),
        AtMost(1.3, 0, "framing/sequence-64", "SequenceDecodeBenchmarks", "Codec", "HandWritten", "Size=64", Decode),
        AtMost(1.3, 0, "framing/sequence-1024", "SequenceDecodeBenchmarks", "Codec", "HandWritten", "Size=1024", Decode),
        AtMost(1.15, 0, "framing/push-loop-64", "PushDecodeBenchmarks", "InPlace", "HandWrittenPush", "Size=64,Chunk=1460", Flow),
        AtMost(1.15, 0, "framing/push-loop-1024", "PushDecodeBenchmarks", "InPlace", "HandWrittenPush", "Size=1024,Chunk=1460",
            "Each chunk cuts a packet, and the decoder counts packets and validates sizes."),
        AtMost(3, 0, "framing/pipe-64", "PipeReadBenchmarks", "ReadPacketAsync", "HandWrittenAsync", "Size=64",
            "Each packet is awaited; the hand-written loop awaits only the pipe."),
        AtMost(1.6, 0, "framing/pipe-1024", "PipeReadBenchmarks", "ReadPacketAsync", "HandWrittenAsync", "Size=1024",
            "Each chunk cuts a packet, whose start stays in the pipe for its next reader; the loop copies it at once."),
        AtMost(1.2, 0, "dispatch/inventory", "DispatchBenchmarks", "DecodeVerifyDispatch", "HandWritten", "Message=Inventory",
            "A hand-written loop and switch verify the same messages."),
        AtMost(1.5, 0, "dispatch/chat", "DispatchBenchmarks", "DecodeVerifyDispatch", "HandWritten", "Message=Chat",
            "The dispatcher takes 3 ns a packet, half of what the verification of this message takes."),
        AtMost(1.5, 0, "dispatch/move", "DispatchBenchmarks", "DecodeVerifyDispatch", "HandWritten", "Message=Move",
            "The dispatcher takes 3 ns a packet, half of what the verification of this message takes."),
        AtMost(1.1, 0, "framing/encode-64", "EncodeBenchmarks", "Codec", "Copy", "Size=64",
            "The baseline copies the same bytes to the same IBufferWriter."),
        AtMost(1.1, 0, "framing/encode-1024", "EncodeBenchmarks", "Codec", "Copy", "Size=1024",
            "The baseline copies the same bytes to the same IBufferWriter."),
        .. ((string[])["Seed", "Move", "Chat", "Inventory", "Snapshot"]).SelectMany(Generated),
        .. Serializers("Move", "Packed", "packed/{0}-{1}-{2}", ["Protobuf"], 0, 0.2,
            "Packing walks a shape, which takes 200 ns for a message of one table."),
        .. ((string[])["Inventory", "Snapshot"]).SelectMany(message => Serializers(message, "Packed", "packed/{0}-{1}-{2}", ["Protobuf"], 0)),
        .. ((string[])["seed", "move", "chat", "inventory", "snapshot"]).SelectMany(CppMessage),
        CppConnection(1.15, "one-way-64", "A hand-written loop over epoll writes and reads the same packets in blocks of 64 KB."),
        CppConnection(1.05, "one-way-1024", "A hand-written loop over epoll writes and reads the same packets in blocks of 64 KB."),
        CppConnection(1.05, "ping-pong-64", "Two hand-written loops over epoll, each on a thread, make the same kernel calls."),
        CppConnection(1.1, "broadcast-1024", "The least is one send of a prepared buffer for each of 500 sockets."),
        Bytes(1024, "cpp/idle-connection", "cpp:codec/idle-connection",
            "A connection that is idle after traffic keeps at most 1 KB beyond Asio's socket."),
        Nanoseconds(1e9, "cpp/crowd-10000", "cpp:codec/crowd-10000",
            "The server of 10,000 connections, 500 of which get 18 KB at 20 Hz, takes at most one core."),
        .. Streams(128, "128B", 0.95),
        .. Streams(1024, "1KB", 0.70),
        .. Streams(8192, "8KB", 0.45),
        .. Streams(65_536, "64KB", 0.45),
        .. Streams(131_072, "128KB", 0.33),
        .. Streams(1 << 20, "1MB", 0.30),
        .. Streams(8 << 20, "8MB", 0.14),
        .. Streams(128 << 20, "128MB", 0.45),
        .. Streams(512 << 20, "512MB", 0.45),
        AtMost(1.1, 1, "capture/append", "CaptureBenchmarks", "AppendCapture", "HandWritten", "",
            "Hand-written code copies the packets to blocks of 64 KB, and writes them."),
        AtMost(1.25, 1, "capture/read", "CaptureBenchmarks", "ReadCapture", "ReadRaw", "",
            "The same bytes in pieces of 64 KB are the least that a file costs."),
        Faster(0.9, 0, "transport/echo-1024", "EchoBenchmarks", "Connection", "HandWritten", "",
            "Checks, lock and awaits of the connection are 60 of 500 ns, and all sides share two cores."),
        AtMost(1.05, 0, "transport/one-way-1024", "OneWayBenchmarks", "Connection", "HandWritten", "Size=1024", HandSocket),
        AtMost(2.0, 0, "transport/one-way-64", "OneWayBenchmarks", "Connection", "HandWritten", "Size=64",
            "A connection accepts packets from any thread, so each packet takes a lock."),
        AtMost(1.3, 0, "transport/flush-64", "OneWayBenchmarks", "WriteAndFlush", "HandWritten", "Size=64", HandSocket),
        AtMost(1.05, 0, "transport/flush-1024", "OneWayBenchmarks", "WriteAndFlush", "HandWritten", "Size=1024", HandSocket),
        AtMost(1.15, 0, "transport/send-message", "OneWayBenchmarks", "Message", "Payload", "",
            "A message is written with the lock held, a payload before the lock is taken."),
        AtMost(1.1, null, "transport/ping-pong", "PingPongBenchmarks", "Connection", "RawSocket", "",
            "Both sides make the same kernel calls and wake the same threads."),
        Bytes(0, "transport/ping-pong-allocation", "PingPongBenchmarks.ConnectionForLong",
            "Packets that wait for their answer allocate nothing, 10,000 times."),
        Faster(0.98, 0, "transport/session", "SessionBenchmarks", "Session", "Plain", "", "A handshake and a heartbeat cost an ordinary packet one check."),
        new("transport/request", BudgetKind.Ratio, 1.15, "RequestBenchmarks.OneByOne", "PingPongBenchmarks.Connection(Size=64)", null,
            "A request and its answer have a prefix each, and wake the same threads as a packet and its answer."),
        Bytes(0, "transport/request-allocation", "RequestBenchmarks.OneByOneForLong", "Requests and their answers allocate nothing, 50,000 times."),
        new("transport/request-grpc", BudgetKind.Speedup, 5, "RequestBenchmarks.ManyAtOnce", "GrpcBenchmarks.ManyAtOnce", null,
            "Both have 64 requests at a time on one connection."),
        Bytes(0, "transport/allocation", "OneWayBenchmarks.ConnectionToConnection(Size=64)", "Packets that are sent and received allocate nothing."),
        Nanoseconds(600, "client/poll", "ClientPollBenchmarks.Poll", "Two threads share the queue: 160 to 430 ns, depending on the process.", 0),
        Nanoseconds(MinuteForAMillion, "tool/inspect-1GB", "ToolBenchmarks.Inspect", "A capture of 1 GB takes at most 60 s and 200 MB of memory."),
        Nanoseconds(2 * MinuteForAMillion, "tool/decode-1GB", "ToolBenchmarks.Decode", "A capture of 1 GB takes at most 120 s and 200 MB of memory."),
        Nanoseconds(MinuteForAMillion, "tool/stats-1GB", "ToolBenchmarks.Stats", "A capture of 1 GB takes at most 60 s and 200 MB of memory."),
        Nanoseconds(20_000, "tool/tap", "TapBenchmarks.Forward", "A tap on one core forwards 50,000 packets of 64 bytes per second."),
        .. ((int[])[1, 10, 100, 1000, 4000, 8000]).SelectMany(Load),
        new("scale/latency", BudgetKind.Ratio, 1.5, "scale:latency/100", "raw", null, "The 99.9th percentile at half load, in paired runs."),
        new("scale/idle-memory", BudgetKind.Bytes, 2048, "scale:memory-unused/8000", "raw", 2048,
            "A connection that was never used keeps its objects and a short buffer beyond its socket."),
        new("scale/idle-memory-used", BudgetKind.Bytes, 2048, "scale:memory-used/8000", "raw", 2048,
            "A connection that is idle after traffic keeps no more than one that was never used."),
        new("scale/heartbeat", BudgetKind.Nanoseconds, 1e7, "scale:heartbeat/10000", null, null,
            "The server of 10,000 idle sessions with a heartbeat of a second takes at most 1 % of a core."),
        new("scale/dropped", BudgetKind.Bytes, 256, "scale:memory-left/8000", "raw", 256,
            "What remains of connections that were reset is the pools' and does not grow."),
    ];

    /// <summary>
    /// Returns the budgets whose names start with a pattern, which may have <c>*</c> and <c>?</c>. A full name selects only its budget.
    /// </summary>
    /// <exception cref="ArgumentException">A pattern selects nothing.</exception>
    public static IEnumerable<Budget> Choose(IReadOnlyList<Budget> budgets, IReadOnlyList<string> patterns)
    {
        HashSet<Budget> chosen = [];
        foreach (string pattern in patterns)
        {
            Budget[] matches = budgets.Where(budget => budget.Name == pattern).ToArray() is { Length: > 0 } exact ? exact
                : [.. budgets.Where(budget => pattern.Length > 0 && FileSystemName.MatchesSimpleExpression(pattern + "*", budget.Name))];
            chosen.UnionWith(matches.Length > 0 ? matches
                : throw new ArgumentException($"No budget matches '{pattern}'; budgets --list prints all of them.", nameof(patterns)));
        }

        return budgets.Where(budget => patterns.Count == 0 || chosen.Contains(budget));
    }

    private static IEnumerable<Budget> Generated(string message)
    {
        string name = message.ToLowerInvariant();
        yield return new Budget($"generated/write-{name}-builder", BudgetKind.Speedup, 6, Serializer("Write", "Generated", message),
            Serializer("Write", "FlatBuffers", message), null, "flatc's code needs a builder.");
        yield return new Budget($"generated/read-{name}-accessors", BudgetKind.Speedup, 4, Serializer("Read", "Generated", message),
            Serializer("Read", "FlatBuffers", message), null, "flatc's accessors look up each field.");
        foreach (Budget budget in Serializers(message, "Generated", "generated/{0}-{1}-{2}", ["Protobuf", "Json"], null))
        {
            yield return budget;
        }

        if (message is "Move" or "Chat")
        {
            yield return AtMost(1.5, 0, $"generated/verify-{name}", "VerifiedReadBenchmarks", "VerifiedRead" + message, "Read" + message, "",
                "Verification must not cost more than half of reading.");
        }
    }

    private static IEnumerable<Budget> Serializers(string message, string serializer, string name, string[] others, double? maxBytes,
        double limit = 1, string reason = "The usual serializers must not be faster.") =>
        others.SelectMany(other => ((string[])["Write", "Read"]).Select(verb => new Budget(
            string.Format(CultureInfo.InvariantCulture, name, verb.ToLowerInvariant(), message.ToLowerInvariant(), other.ToLowerInvariant()),
                BudgetKind.Speedup, limit, Serializer(verb, serializer, message), Serializer(verb, other, message), maxBytes, reason)));

    private static IEnumerable<Budget> CppMessage(string message)
    {
        yield return Cpp(BudgetKind.Ratio, 1.15, $"cpp/write-{message}", $"codec/write-{message}", $"hand/write-{message}",
            "Hand-written C++ writes the same bytes.");
        if (message is "seed" or "chat" or "inventory")
        {
            yield return Cpp(BudgetKind.Speedup, 4, $"cpp/write-{message}-builder", $"codec/write-{message}", $"flatbuffers/write-{message}",
                "FlatBuffers' C++ needs a builder.");
        }

        yield return Cpp(BudgetKind.Ratio, 1, $"cpp/read-{message}", $"codec/read-{message}", $"flatbuffers/read-{message}",
            "FlatBuffers' accessors read the same fields.");
        yield return Cpp(BudgetKind.Ratio, 0.7, $"cpp/verify-{message}", $"codec/verify-{message}", $"flatbuffers/verify-{message}",
            "FlatBuffers' verifier is not generated.");
    }

    private static IEnumerable<Budget> Streams(int size, string name, double limit)
    {
        double? most = size <= LongestWarmStream ? 200 : null;
        string parameters = $"Size={size}";
        yield return AtMost(limit, most, $"streams/better-{name}", "MemoryStreamBenchmarks", size < 1024 ? "Resizing" : "Chunked", "Memory",
            parameters,
            "The stream that is recommended for this size, against MemoryStream.");
        yield return AtMost(size < 8192 ? 1.25 : 1.15, most, $"streams/chunked-{name}", "MemoryStreamBenchmarks", "Chunked", "Resizing", parameters,
            "Who does not know the size takes the chunked stream.");
        if (size is >= 1024 and <= (int)LongestWarmStream)
        {
            yield return Bytes(200, $"streams/resizing-{name}", $"MemoryStreamBenchmarks.Resizing({parameters})",
                "Pooled memory leaves only the objects of the stream.");
        }
    }

    private static IEnumerable<Budget> Load(int connections) =>
    [
        new($"scale/throughput-{connections}", BudgetKind.Speedup, 0.9, $"scale:throughput/{connections}", "raw", null, RawServer),
        new($"scale/cpu-{connections}", BudgetKind.Ratio, 1.1, $"scale:cpu/{connections}", "raw", null,
            "Some ten objects of a connection leave the caches between its turns."),
    ];

    private static Budget AtMost(double limit, double? maxBytes, string name, string benchmarks, string subject, string baseline, string parameters,
        string reason) =>
        new(name, BudgetKind.Ratio, limit, Benchmark(benchmarks, subject, parameters), Benchmark(benchmarks, baseline, parameters), maxBytes, reason);

    private static Budget Faster(double limit, double? maxBytes, string name, string benchmarks, string subject, string baseline, string parameters,
        string reason) =>
        AtMost(limit, maxBytes, name, benchmarks, subject, baseline, parameters, reason) with { Kind = BudgetKind.Speedup };

    private static Budget Nanoseconds(double limit, string name, string subject, string reason, double? maxBytes = null) =>
        new(name, BudgetKind.Nanoseconds, limit, subject, null, maxBytes, reason);

    private static Budget Bytes(double limit, string name, string subject, string reason) =>
        new(name, BudgetKind.Bytes, limit, subject, null, limit, reason);

    private static Budget Cpp(BudgetKind kind, double limit, string name, string subject, string baseline, string reason) =>
        new(name, kind, limit, "cpp:" + subject, "cpp:" + baseline, 0, reason);

    private static Budget CppConnection(double limit, string work, string reason) =>
        Cpp(BudgetKind.Ratio, limit, "cpp/" + work, "codec/" + work, "epoll/" + work, reason) with { MaxBytes = null };

    private static string Serializer(string verb, string name, string message) =>
        $"SerializerBenchmarks.{verb}(Serializer={name}Serializer,Message={message})";

    private static string Benchmark(string benchmarks, string method, string parameters) =>
        $"{benchmarks}.{method}{(parameters.Length > 0 ? $"({parameters})" : "")}";
}
