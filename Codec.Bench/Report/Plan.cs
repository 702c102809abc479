using Codec.Bench.Arenas;
using Codec.Bench.Framing;
using Codec.Bench.Runtimes;
using Codec.Bench.Scale;
using Codec.Bench.Serializers;

namespace Codec.Bench.Report;

/// <summary>The pages of the report, and what of them the ranking measures.</summary>
internal static class Plan
{
    private const string HandWritten = "hand-written";
    private const string HandLoop = "hand-written loop";
    private const string Socket = "hand-written on a socket";
    private const string RawFile = "hand-written, in 64 KB pieces";
    private const string Raw = "raw sockets";
    private const string Connection = "PacketConnection";
    private const string Generated = GeneratedSerializer.RowName;

    private static readonly string[] Messages = Enum.GetNames<SampleMessage>();
    private static readonly int[] StreamSizes = [128, 1024, 8192, 65_536, 131_072, 1 << 20, 8 << 20, 128 << 20, 512 << 20];
    private static readonly string[] Writers = ["RawStore", "BitConverter", "Marshal", "Shift", "BinaryPrimitives", "UnalignedStore"];
    private static readonly string[] PacketMakers = ["ByteByByteCopy", "BlockCopy", "AsPacketToArray", "Encode", "AsPacket"];
    private static readonly (string, string)[] SpanWays = [(HandLoop, "HandWritten"), ("PacketDecoder (format given)", "Codec")];
    private static readonly (string, string)[] PushWays =
    [
        ("a hand-written push loop", "HandWrittenPush"), ("PacketPushDecoder, in place", "InPlace"),
    ];

    /// <summary>Gets the pages, in the order of docs/benchmarks.md.</summary>
    internal static IReadOnlyList<Page> Pages { get; } =
    [
        new("header-writers", "Headers and packets", "For .NET 10 and the default format; [runtimes.md](runtimes.md) has other runtimes.",
        [
            new("A header", [Headers("array"), Headers("span")]) { Chart = "header-writers" },
            new("A packet", [MakePacket()], "The copies grow with the payload; `AsPacket` does not, and needs the builder that holds the payload."),
        ]),
        new("serializers", "Serializers",
            "Each serializer is used in the fastest way that its documentation describes, with filled objects and one buffer. Reading accesses every "
            + "field once. Parsers validate as they parse; views do not, so bytes of an untrusted peer also take the time in \"Verified\".",
        [
            new("Written", [.. Messages.Select(message => Serialize("Write", message))]) { Chart = "serializers" },
            new("Read", [.. Messages.Select(message => Serialize("Read", message))]),
            new("Verified", [.. Messages.Select(message => Serialize("Verify", message))]),
        ]) { HasPacketSizes = true },
        new("cpp", "C++",
            "Each library is used in the fastest way that its documentation describes, with one buffer. FlatBuffers and Cap'n Proto build a message "
            + "from values, the others write filled objects. Reading accesses every field once. protobuf and Cap'n Proto validate as they read; with the "
            + "others, bytes of an untrusted peer also take the time in \"Verified\".",
        [
            new("Written", [.. Messages.Select(message => Cpp("write", message, HandWritten, Generated, "FlatBuffers", "protobuf", "Cap'n Proto"))])
            {
                Chart = "cpp"
            },
            new("Read", [.. Messages.Select(message => Cpp("read", message, Generated, "FlatBuffers", "protobuf", "Cap'n Proto"))]),
            new("Verified", [.. Messages.Select(message => Cpp("verify", message, Generated, "FlatBuffers"))]),
        ]) { HasPacketSizes = true },
        ArenaPage.Page,
        new("streams", "Streams in memory",
            "A new stream each time, written in pieces of up to 1 KB and read back in pieces of 8 KB, with a warm pool.",
            [new("Up to 64 KB", [.. StreamSizes[..4].Select(Stream)]) { Chart = "streams" },
                new("From 128 KB on", [.. StreamSizes[4..].Select(Stream)])]),
        new("files", "Files", "A file that the system has in its cache, and one thread.",
        [
            new("A 1 KB packet of a capture",
            [
                Capture("appended", "CaptureBenchmarks.HandWritten", "CaptureBenchmarks.AppendCapture"),
                Capture("read", "CaptureBenchmarks.ReadRaw", "CaptureBenchmarks.ReadCapture"),
            ]) { Chart = "files" },
        ]),
        new("framing", "Framing and dispatch",
            "64 MB of packets in memory, more than the caches hold, with the id and the first byte of each payload read. Dispatched packets are cached.",
        [
            Framing("From a span", "span", "SpanDecodeBenchmarks", SpanWays) with { Chart = "framing" },
            Framing("From a sequence of 4 KB segments", "sequence", "SequenceDecodeBenchmarks",
                (HandLoop + " over the segments", "HandWritten"), ("SequencePacketReader", "Codec")),
            Framing("From a pipe fed 1,460 bytes at a time", "pipe", "PipeReadBenchmarks",
                (HandLoop + " over the pipe", "HandWrittenAsync"), ("PacketReader", "ReadPacketAsync")),
            Framing("Pushed in 1,460-byte chunks", "push", "PushDecodeBenchmarks",
            [
                .. PushWays, ("LengthFieldBasedFrameDecoder of DotNetty", "DotNettyPushBenchmarks.Push"),
                ("Sequence of Nerdbank.Streams", "NerdbankPushBenchmarks.Push"),
            ]),
            Framing("Encoded", "encode", "EncodeBenchmarks", ("a copy of the same bytes", "Copy"), ("PacketEncoder", "Codec")),
            new("Decoded, verified and dispatched", [.. ((string[])["Move", "Chat", "Inventory"]).Select(message => Ask(
                $"framing-dispatch-{message.ToLowerInvariant()}", message, "DispatchBenchmarks", $"Message={message}", true,
                ("hand-written loop and switch", "HandWritten"), ("PacketDecoder and PacketDispatcher", "DecodeVerifyDispatch")))]),
        ]),
        new("transport", "Transport", "The loopback device of one machine, both ends on the same cores.",
        [
            new("There and back",
            [
                PingPong("transport-pingpong", 64, "64 B"),
                PingPong("transport-pingpong-1024", 1024, "1 KB"),
                Ask("transport-echo", "1 KB, to the C++ server, many at once", "EchoBenchmarks", "", true, (Socket, "HandWritten"),
                    (Connection, "Connection")),
            ]),
            new("Sent, many on the way", [OneWay(64, "64 B"), OneWay(1024, "1 KB")],
                "Hand-written code and `PacketConnection` send to a receiver that counts bytes, the others to one of packets.") { Chart = "transport" },
            new("500 clients",
                [Crowd("PingPongOfCrowd", 64), Crowd("PingPongOfCrowd", 1024), Crowd("OneWayOfCrowd", 64), Crowd("OneWayOfCrowd", 1024)],
                "Each client has its own connection. One packet of each is on its way, or each sends 20 at once."),
        ]),
        new("scale", "Growth",
            "The loopback device of one machine, with the servers in separate processes. One packet is on its way on each connection. "
            + "[benchmarking.md](../benchmarking.md#growth) says how each curve is measured.",
        [
            Load("Time per packet", "throughput", ScaleFigures.Counts) with { Chart = "scale-time" },
            Load("Processor time of the server per packet", "cpu", ScaleFigures.Counts) with { Chart = "scale-processor" },
            Load("99.9th percentile of the time to the answer, at half load", "latency", [10, 100, 1000]),
            Load("Managed memory per connection that was never used", "memory-unused", ScaleFigures.ManyCounts) with { IsInBytes = true },
            Load("Managed memory per connection that is idle after traffic", "memory-used", ScaleFigures.ManyCounts) with { IsInBytes = true,
                Chart = "scale-memory" },
            Load("Managed memory kept per connection after all were reset at once", "memory-left", ScaleFigures.ManyCounts) with { IsInBytes = true },
            Load("Time per message to all connections, many on the way", "broadcast", ScaleFigures.Counts) with { Chart = "scale-broadcast" },
            Load("Processor time of the server per message to all", "broadcast-cpu", ScaleFigures.Counts),
        ]),
        new("runtimes", "Runtimes",
            "The same code on each runtime. WebAssembly is .NET 10 for browsers, interpreted in headless Chromium; NativeAOT is that of .NET 10. "
            + "Mono takes the netstandard2.0 build of the library, as Unity does. IL2CPP is not measured.",
        [
            OnHosts("One header, packet and message", new Question("each", "",
            [
                new("a header", "HeaderArrayBenchmarks.UnalignedStore"), new("a 48-byte packet, encoded", "MakePacketBenchmarks.Encode"),
                new("a chat message, written", Message("Write", nameof(SampleMessage.Chat))),
                new("a chat message, read", Message("Read", nameof(SampleMessage.Chat))),
                new("a 64-byte packet, framed", "SpanDecodeBenchmarks.Codec(Size=64)"),
            ])) with { Chart = "runtimes", Along = "runtime", IsOneJob = false, IsChartOnly = true },
            OnHosts("A header into an array", Headers("array")),
            OnHosts("A header into a span", Headers("span")),
            OnHosts("A packet of a finished 48-byte payload", MakePacket()),
            OnHosts("A generated packet, written", EachMessage("Write")) with { IsOneJob = false },
            OnHosts("A generated packet, read", EachMessage("Read")) with { IsOneJob = false },
            OnHosts("A generated packet, verified", EachMessage("Verify")) with { IsOneJob = false },
            OnHosts("A 64-byte packet from a span", Ask("span", "", "SpanDecodeBenchmarks", "Size=64", true, SpanWays)),
            OnHosts("A 64-byte packet, pushed in 1,460-byte chunks", Ask("push", "", "PushDecodeBenchmarks", "Size=64", true, PushWays)),
            OnHosts("A stream of 64 KB in memory", Stream(65_536), ("net11", new("WritableMemoryStream", "MemoryStreamBenchmarks.Writable(Size=65536)"))),
        ]),
    ];

    internal static IReadOnlyList<(string Title, Question Question)> Ranking { get; } =
    [
        ("A header into a span", Headers("span")),
        ("A header into an array", Headers("array")),
        ("A packet of a finished 48-byte payload", MakePacket()),
        ("A chat message written", Serialize("Write", nameof(SampleMessage.Chat))),
        ("A chat message read", Serialize("Read", nameof(SampleMessage.Chat))),
        ("A stream of 64 KB in memory", Stream(65_536)),
    ];

    internal static IReadOnlyList<Headline> Headlines { get; } =
    [
        new("a header into an array", "header-writers", Headers("array")),
        new("an inventory of 100 items, serialized", "serializers", Serialize("Write", nameof(SampleMessage.Inventory))),
        new("a stream of 64 KB in memory", "streams", Stream(65_536)),
    ];

    private static Question Ask(string id, string title, string benchmarks, string parameters, bool hasLimit,
        params (string Name, string Method)[] ways) =>
        new(id, title, [.. ways.Select(way => new Way(way.Name, Qualified(benchmarks, way.Method) + (parameters.Length > 0 ? $"({parameters})" : "")))])
        {
            Limit = hasLimit ? ways[0].Name : null,
        };

    // A way of another class names it.
    private static string Qualified(string benchmarks, string method) =>
        method.Contains('.', StringComparison.Ordinal) ? method : $"{benchmarks}.{method}";

    private static Question Headers(string into) =>
        Ask($"header-{into}", into == "array" ? "into an array" : "into a span", into == "array" ? "HeaderArrayBenchmarks" : "HeaderSpanBenchmarks",
            "", true, [.. Writers.Select(writer => (writer, writer))]) with
        { Own = ["UnalignedStore"] };

    private static Question MakePacket() =>
        Ask("packet-making", "of a finished 48-byte payload", "MakePacketBenchmarks", "", false,
            [.. PacketMakers.Select(maker => (maker, maker))]) with
        { Own = PacketMakers[2..] };

    private static Question Serialize(string verb, string message) =>
        new($"serializer-{verb.ToLowerInvariant()}-{message.ToLowerInvariant()}", message,
        [.. SerializerList.All.Where(serializer =>
            serializer.Supports(Enum.Parse<SampleMessage>(message)) && (verb != "Verify" || serializer.CanVerify))
            .Select(serializer => new Way(serializer.Name, SerializerList.Benchmark(verb, serializer, message)))])
        { Own = SerializerList.Own };

    private static Question Cpp(string verb, string message, params string[] sides) =>
        new($"cpp-{verb}-{message.ToLowerInvariant()}", message, [.. sides.Select(side => new Way(side, CppWorkload.Prefix + (side switch
        {
            Generated => "codec",
            HandWritten => "hand",
            _ => side.ToLowerInvariant().Replace("'", "", StringComparison.Ordinal).Replace(" ", "", StringComparison.Ordinal),
        }) + $"/{verb}-{message.ToLowerInvariant()}"))])
        { Limit = HandWritten };

    private static Question Stream(int size) => Ask(
        $"stream-{size}", size switch { >= 1 << 20 => $"{size >> 20} MB", >= 1024 => $"{size >> 10} KB", _ => $"{size} B" },
            "MemoryStreamBenchmarks", $"Size={size}", false,
        ("MemoryStream", "Memory"), ("MemoryStream, presized", "PresizedMemory"), ("RecyclableMemoryStream", "Recyclable"),
            ("ResizingByteStream", "Resizing"), ("ChunkedByteStream", "Chunked")) with
    { Own = ["ResizingByteStream", "ChunkedByteStream"] };

    private static Question Capture(string title, string raw, string codec) =>
        new($"capture-{title.Replace(", ", "-", StringComparison.Ordinal).Replace(' ', '-')}", title,
            [new(RawFile, raw), new("CaptureWriter, CaptureReader", codec)])
        { Limit = RawFile };

    private static Group Framing(string title, string id, string benchmarks, params (string Name, string Method)[] ways) =>
        new(title, [.. ((int[])[64, 1024]).Select(size =>
        Ask($"framing-{id}-{size}", size == 64 ? "64 B" : "1 KB", benchmarks, $"Size={size}", true,
            ways) with { Operations = (id == "pipe" ? 65_536 : PacketData.TotalBytes) / size })]);

    private static Question PingPong(string id, int size, string title) =>
        Ask(id, title + ", one at a time", "PingPongBenchmarks", $"Size={size}", true, (Raw, "RawSocket"), (Connection, "Connection"),
            ("DotNetty", "DotNettyBenchmarks.PingPong"), ("LiteNetLib", "LiteNetLibBenchmarks.PingPong"), ("NetMQ", "NetMQBenchmarks.PingPong"));

    private static Question OneWay(int size, string title) =>
        Ask($"transport-oneway-{size}", title, "OneWayBenchmarks", $"Size={size}", true, (Socket, "HandWritten"), (Connection, "Connection"),
            (Connection + ", Write and FlushAsync", "WriteAndFlush"), (Connection + " at both ends", "ConnectionToConnection"),
            ("DotNetty", "DotNettyBenchmarks.OneWay"), ("LiteNetLib", "LiteNetLibBenchmarks.OneWay"), ("NetMQ", "NetMQBenchmarks.OneWay"));

    private static Question Crowd(string method, int size) =>
        Ask($"transport-{method.ToLowerInvariant()}-{size}", $"{(size == 64 ? "64 B" : "1 KB")}, {(method == "OneWayOfCrowd" ? "one way" : "there and back")}",
            "ConnectionBenchmarks", $"Clients=500,Size={size}", false, (Connection, method), ("DotNetty", $"DotNettyBenchmarks.{method}"),
            ("LiteNetLib", $"LiteNetLibBenchmarks.{method}"), ("NetMQ", $"NetMQBenchmarks.{method}")) with
        { Own = [Connection] };

    private static Group Load(string title, string figure, IReadOnlyList<int> counts) => Along(title, "connections", counts, count =>
        new Question($"{figure}-{count}", Number(count), [new(Raw, ""), new(Connection, "")]) { Limit = Raw, ScaleCase = $"{figure}/{count}" });

    private static Group Along(string title, string along, IReadOnlyList<int> counts, Func<int, Question> question) =>
        new(title, [.. counts.Select(question)]) { Along = along };

    private static Group OnHosts(string title, Question question, (string Host, Way Way)? oneMore = null) =>
        new(title, [.. RuntimeHost.All.Select(host => question with
        {
            Id = $"{host.Id}-{question.Id}",
            Title = host.Name,
            Host = host,
            Ways = oneMore?.Host == host.Id ? [.. question.Ways, oneMore.Value.Way] : question.Ways,
        })]);

    private static Question EachMessage(string verb) =>
        new($"message-{verb.ToLowerInvariant()}", "", [.. Messages.Select(message => new Way(message, Message(verb, message)))]);

    private static string Message(string verb, string message) => $"RuntimeMessageBenchmarks.{verb}(Message={message})";

    private static string Number(int number) => number.ToString("N0", CultureInfo.InvariantCulture);
}
