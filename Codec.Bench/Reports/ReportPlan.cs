using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>The questions of the report, and the benchmarks that answer them.</summary>
internal static class ReportPlan
{
    internal static IReadOnlyList<ReportTopic> All =>
    [
        new("header-writers", "Headers and packets", "Which header writer should I use, and how do I make a packet?",
            "This holds for .NET 10 and the default format. [runtimes.md](runtimes.md) compares the runtimes, and [header-writers.md](../header-writers.md) explains the differences.",
            [
                new("header-array", "A header into an array", "HeaderArrayBenchmarks", null, [], "UnalignedStore", "RawStore") { Block = "A header", Column = "into an array", IsHeadline = true },
                new("header-span", "A header into a span", "HeaderSpanBenchmarks", null, [], "UnalignedStore", "RawStore") { Block = "A header", Column = "into a span" },
                new("packet-making", "A packet of a finished 48-byte payload", "MakePacketBenchmarks", null, [], "AsPacket")
                {
                    IsHeadline = true,
                    Conditions = "This holds for a finished FlatBuffer of 48 bytes; the copies grow with the payload. `AsPacket` does not, and needs the builder that holds the payload.",
                },
            ]) { Front = ["A header"] },
        new("serializers", "Serializers", "Which serializer should I use?",
            "This holds if each serializer is used in the fastest way that its documentation describes, with objects that are already filled and one reused buffer. Reading accesses every field once, as UTF-8 if the format has views. Parsers validate the bytes as they parse. A view does not validate: for bytes from an untrusted peer, add the time in the column \"verify\". Each message is a call of a delegate. [payload-strategies.md](payload-strategies.md) calls generated code in a loop, so its ratios for the same messages differ.",
            [.. Messages.SelectMany(Serializers)]),
        new("payload-strategies", "Payload strategies", "What does generated code gain over flatc's, and what does verification cost?",
            "This holds for one message that is processed repeatedly, in memory that is in the cache; \"verified\" also validates the bytes as if they came from a peer, and flatc's code runs on the package Google.FlatBuffers. A loop calls the code directly. [serializers.md](serializers.md) calls a delegate for each message, so its ratios for the same messages differ.",
            [.. Messages.SelectMany(Payloads)]),
        new("streams", "Streams in memory", "Which stream in memory should I use?",
            "This holds for a new stream each time, written in pieces of up to 1 KB and read back in pieces of 8 KB, with a warm pool for the pooled streams.",
            [.. StreamSizes.Select(Stream)]),
        new("files", "Files and calls on streams", "How should I write and read files?",
            "This holds for a file on this machine's disk that the system has in its cache, and for one thread.",
            [.. LogBufferSizes.SelectMany(Logs).OrderBy(log => log.Block == LogWritten ? 0 : 1), .. Captures(), .. Overloads(), .. ByteOrBuffer()]) { Front = [LogWritten] },
        new("framing", "Framing and dispatch", "Which decoder should I use, and what does it cost?",
            "This holds for 64 MB of packets in memory, more than the caches hold, with the id and the first byte of each payload read.",
            [.. Framing()]) { Front = ["From a span", "From a sequence of 4 KB segments", "From a pipe fed 1,460 bytes at a time", "Pushed in 1,460-byte chunks"] },
        new("transport", "Transport", "What does a connection cost over a raw socket?", "This holds for the loopback device of one machine, both ends on the same cores.", [.. Transport()]),
        ReportGrowth.Topic,
        RuntimePlan.Topic,
    ];

    // The remaining members create the tables of the sections that have many tables.

    private const string InMemory = "This holds for one thread, and memory that is in the cache.";

    private const string PeersMissing = "not in the build; `-p:Peers=true` adds it";

    private static readonly string[] Messages = ["Seed", "Move", "Chat", "Inventory", "Snapshot"];

    private static readonly int[] StreamSizes = [128, 1024, 8192, 65_536, 131_072, 1 << 20, 8 << 20, 128 << 20, 512 << 20];

    private static readonly int[] LogBufferSizes = [1, 4096, 65_536];

    private static readonly (string Method, string Name)[] Peers =
        [("MemoryPack", "MemoryPack"), ("MessagePack", "MessagePack"), ("ProtobufNet", "protobuf-net"), ("FlatSharp", "FlatSharp")];

    private static readonly ReportAbsence[] StreamPeers =
    [
        new("RecyclableMemoryStream", PeersMissing), new("K4os.Streams, resizing", PeersMissing), new("K4os.Streams, chunked", PeersMissing),
    ];

    private const string SegmentLoop = "hand-written loop over the segments";

    private const string PipeLoop = "hand-written loop over the pipe";

    private const string LogWriter = "PacketWriter (its own 64 KB)";

    private const string LogWritten = "A log of 100 MB, written in 8,000-byte records";

    private static IEnumerable<ReportSource> Payloads(string message)
    {
        string file = message.ToLowerInvariant();
        yield return new ReportSource(
            $"payload-write-{file}", $"{message}: written", "GeneratedWriteBenchmarks", null,
            [("Hand" + message, "hand-written"), (message, "generated packet"), ("Builder" + message, "flatc's code")], "generated packet", "hand-written")
        {
            Block = "Written",
            Column = message,
        };
        yield return new ReportSource(
            $"payload-read-{file}", $"{message}: every field read", "GeneratedReadBenchmarks", null,
            [
                ("Hand" + message, "hand-written"), (message, "generated packet"), ("Verified" + message, "generated, verified"),
                ("Accessors" + message, "flatc's accessors"),
            ],
            "generated packet", "hand-written")
        {
            AlsoOurs = ["generated, verified"],
            Block = "Every field read",
            Column = message,
        };
    }

    private static IEnumerable<ReportSource> Serializers(string message)
    {
        string file = message.ToLowerInvariant();
        bool isFlat = message is "Move" or "Snapshot";
        foreach (string verb in (string[])["Write", "Read"])
        {
            bool writes = verb == "Write";
            ReportCompanion flat = new("StructSerializerBenchmarks", verb + "Generated", [(verb + "Struct", "struct payload")]);
            ReportCompanion peers = new(
                "PeerSerializerBenchmarks", verb + "Generated", [.. Peers.Select(peer => (verb + peer.Method, peer.Name))], Missing: PeersMissing);
            yield return new ReportSource(
                $"serializer-{verb.ToLowerInvariant()}-{file}",
                writes ? $"{message}: serialized" : $"{message}: read by each serializer, without verification",
                "SerializerBenchmarks",
                "Message=" + message,
                [
                    (verb + "Generated", "generated packet"), (verb + "Packed", "generated packet, packed"), (verb + "FlatBuffers", "FlatBuffers, published package"),
                    (verb + "Protobuf", "Google.Protobuf"), (verb + "Json", "System.Text.Json"), (verb + "Newtonsoft", "Newtonsoft.Json"),
                ],
                "generated packet")
            {
                Block = writes ? "Written" : "Read",
                Column = message,
                IsHeadline = message == "Inventory",
                AlsoOurs = ["generated packet, packed", "struct payload"],
                Companions = isFlat ? [flat, peers] : [peers],
                Absent = isFlat ? [] : [new("struct payload", "not a flat struct")],
                Reference = ReportReferences.Serializers(message, writes),
                Remark = message switch
                {
                    "Move" => "The struct cannot grow a field later.",
                    "Snapshot" => "The struct always holds 500 entities.",
                    _ => "",
                },
            };
        }
    }

    private static ReportSource Stream(int size) => new(
        $"stream-{size}", $"A stream of {Bytes(size)}", "MemoryStreamBenchmarks", $"Size={size}",
        [
            ("Memory", "MemoryStream"), ("PresizedMemory", "MemoryStream, presized"), ("Resizing", "ResizingByteStream"), ("Chunked", "ChunkedByteStream"),
            .. StreamPeerMethods.Where(_ => HasPeers),
        ],
        size < 1024 ? "ResizingByteStream" : "ChunkedByteStream")
    {
        Block = size <= 65_536 ? "Up to 64 KB" : "From 128 KB on",
        Column = Bytes(size),
        IsHeadline = size == 65_536,
        AlsoOurs = ["ResizingByteStream", "ChunkedByteStream"],
        Absent = HasPeers ? [] : StreamPeers,
        Reference = ReportReferences.Streams(size),
    };

    private static IEnumerable<(string Method, string Name)> StreamPeerMethods =>
        [("Recyclable", "RecyclableMemoryStream"), ("K4osResizing", "K4os.Streams, resizing"), ("K4osChunked", "K4os.Streams, chunked")];

    /// <summary>Gets whether other libraries' streams and serializers are in the build.</summary>
    internal static bool HasPeers { get; } = System.Type.GetType("Codec.Bench.Streams.MemoryStreamBenchmarks")?.GetMethod("Recyclable") is not null;

    private static IEnumerable<ReportSource> Overloads() =>
        new (string Kind, string Column, string Title)[]
            {
                ("Memory", "memory", "a stream in memory"), ("File", "file", "a file"), ("Zip", "zip", "a zip stream"), ("ArrayOnly", "array form only", "a stream that overrides only the array form"),
            }
            .Select(kind => new ReportSource(
                $"overload-{kind.Kind.ToLowerInvariant()}", $"Array or span: 256 bytes there and back, {kind.Title}", "OverloadBenchmarks", "Kind=" + kind.Kind,
                [("Array", "array and offset"), ("Span", "span")])
            {
                Block = "Array or span: 256 bytes there and back",
                Column = kind.Column,
                Conditions = kind.Kind is "Memory" or "ArrayOnly" ? InMemory : null,
            });

    private static IEnumerable<ReportSource> ByteOrBuffer() =>
        ((string[])["Memory", "File"]).Select(kind => new ReportSource(
            $"pieces-{kind.ToLowerInvariant()}", $"Bytes, characters or pieces: 64 KB there and back, {(kind == "Memory" ? "in memory" : "on file")}", "ByteOrBufferBenchmarks", "Kind=" + kind,
            [("Pieces", "pieces of 4 KB"), ("Bytes", "single bytes"), ("Characters", "characters")])
        {
            Block = "Bytes, characters or pieces: 64 KB there and back",
            Column = kind.ToLowerInvariant(),
            Conditions = kind == "Memory" ? InMemory : null,
        });

    private static IEnumerable<ReportSource> Logs(int size)
    {
        string buffer = size == 1 ? "no buffer" : $"a buffer of {Bytes(size)}";
        string least = size == 1 ? " (128 characters)" : "";
        yield return new ReportSource(
            $"log-write-{size}", $"A log of 100 MB written in 8,000-byte records, {buffer}", "LogBenchmarks", $"BufferSize={size}",
            [("Write", "FileStream"), ("WriteAsync", "FileStream, async"), .. Unbuffered("WriteRandomAccess", "RandomAccess"), ("WritePackets", LogWriter)], LogWriter)
        {
            Block = LogWritten,
            Column = buffer,
            IsHeadline = size == 65_536,
            Remark = "The title names the buffer of FileStream. PacketWriter always has its own, over a FileStream without one.",
        };
        yield return new ReportSource(
            $"log-read-{size}", $"A log of 100 MB read, {buffer}", "LogBenchmarks", $"BufferSize={size}",
            [
                ("Read", "records, FileStream"), ("ReadAsync", "records, FileStream, async"), .. Unbuffered("ReadRandomAccess", "records, RandomAccess"),
                ("ReadToEnd", "text to the end" + least), ("ReadToEndAsync", "text to the end, async" + least), ("ReadLines", "lines" + least), ("ReadLinesAsync", "lines, async" + least),
            ])
        {
            Block = "A log of 100 MB, read",
            Column = buffer,
            Remark = "The title names the buffer of FileStream, or of StreamReader, which has at least 128 characters.",
        };

        IEnumerable<(string, string)> Unbuffered(string method, string name) => size == 1 ? [(method, name)] : [];
    }

    private static IEnumerable<ReportSource> Captures() =>
    [
        new("capture-write", "A 1 KB packet appended to a capture", "CaptureBenchmarks", null, [("WriteRaw", "the same bytes in 64 KB pieces"), ("AppendCapture", "CaptureWriter")], "CaptureWriter", "the same bytes in 64 KB pieces"),
        new("capture-read", "A 1 KB packet read from a capture", "CaptureBenchmarks", null, [("ReadRaw", "the file in 64 KB pieces"), ("ReadCapture", "CaptureReader")], "CaptureReader", "the file in 64 KB pieces"),
        new("capture-read-1gb", "A 1 KB packet read from a capture of 1 GB", "GigabyteCaptureBenchmarks", null, [("ReadRaw", "the file in 64 KB pieces"), ("ReadCapture", "CaptureReader")], "CaptureReader", "the file in 64 KB pieces"),
    ];

    private static IEnumerable<ReportSource> Framing()
    {
        foreach (int size in (int[])[64, 1024])
        {
            int packets = Bench.Framing.PacketData.TotalBytes / size;
            string what = size == 64 ? "A 64-byte packet" : "A 1 KB packet";
            yield return Source("span", $"{what} from a span", "SpanDecodeBenchmarks", [("HandWritten", "hand-written loop"), ("CodecDefaultFormat", "PacketDecoder"), ("Codec", "PacketDecoder (format given)"), ("CodecBigEndian", "PacketDecoder (big-endian)")], "PacketDecoder", "hand-written loop", packets) with
            {
                Block = "From a span",
                Reference = ReportReferences.Span(size),
                AlsoOurs = ["PacketDecoder (format given)", "PacketDecoder (big-endian)"],
            };
            yield return Source("sequence", $"{what} from a sequence of 4 KB segments", "SequenceDecodeBenchmarks", [("HandWritten", SegmentLoop), ("Codec", "SequencePacketReader")], "SequencePacketReader", SegmentLoop, packets) with
            {
                Block = "From a sequence of 4 KB segments",
            };
            yield return Source("pipe", $"{what} from a pipe fed 1,460 bytes at a time", "PipeReadBenchmarks", [("HandWrittenAsync", PipeLoop), ("ReadPacketAsync", "PacketReader")], "PacketReader", PipeLoop, 65_536 / size) with
            {
                Block = "From a pipe fed 1,460 bytes at a time",
                Absent = ReportReferences.NotBuilt(ReportReferences.Pipe(size), "PacketReader"),
                Reference = ReportReferences.Pipe(size),
            };
            yield return Source("push", $"{what} pushed in 1,460-byte chunks", "PushDecodeBenchmarks", [("HandWrittenPush", "a hand-written push loop"), ("InPlace", "PacketPushDecoder, in place"), ("AppendAndTake", "PacketPushDecoder, appended")], "PacketPushDecoder, in place", "a hand-written push loop", packets) with
            {
                AlsoOurs = ["PacketPushDecoder, appended"],
                Block = "Pushed in 1,460-byte chunks",
                Absent = ReportReferences.NotBuilt(ReportReferences.Push(size), "PacketPushDecoder, in place", "PacketPushDecoder, appended"),
                Reference = ReportReferences.Push(size),
            };
            yield return Source("encode", $"{what} encoded", "EncodeBenchmarks", [("Copy", "a copy of the same bytes"), ("Codec", "PacketEncoder")], "PacketEncoder", "a copy of the same bytes", packets) with
            {
                Block = "Encoded",
                Conditions = "This holds for 64 MB of finished payloads, more than the caches hold, that go into one buffer.",
            };

            ReportSource Source(string id, string title, string benchmarks, (string, string)[] names, string ours, string limit, int operations) =>
                new($"framing-{id}-{size}", title, benchmarks, $"Size={size}", names, ours, limit) { Operations = operations, Column = size == 64 ? "64 B" : "1 KB" };
        }

        foreach (string message in (string[])["Move", "Spawn", "Inventory"])
        {
            yield return new ReportSource(
                $"framing-dispatch-{message.ToLowerInvariant()}", $"{message}: decoded, verified and dispatched", "DispatchBenchmarks", "Message=" + message,
                [("HandWritten", "hand-written loop and switch"), ("DecodeVerifyDispatch", "PacketDecoder and PacketDispatcher")],
                "PacketDecoder and PacketDispatcher", "hand-written loop and switch")
            {
                Block = "Decoded, verified and dispatched",
                Column = message,
                Conditions = "This holds for packets that are in the cache, and a handler that reads two fields.",
            };
        }
    }

    private static IEnumerable<ReportSource> Transport() =>
    [
        new("transport-pingpong", "A 64-byte payload there and its answer back", "PingPongBenchmarks", null, [("RawSocket", "raw sockets"), ("Connection", "PacketConnection")], "PacketConnection", "raw sockets")
        {
            Absent = ReportReferences.NotBuilt(ReportReferences.PingPong, "PacketConnection"),
            Reference = ReportReferences.PingPong,
        },
        OneWay(64, "A 64-byte packet"),
        OneWay(1024, "A 1 KB packet") with
        {
            IsHeadline = true,
            Absent = ReportReferences.NotBuilt(ReportReferences.OneWay, "PacketConnection"),
            Reference = ReportReferences.OneWay,
        },
        new("transport-echo", "A 1 KB packet to the C++ server and back, many on the way", "EchoBenchmarks", null,
            [("HandWritten", "hand-written on a socket"), ("Connection", "PacketConnection")], "PacketConnection", "hand-written on a socket"),
    ];

    private static ReportSource OneWay(int size, string what) => new(
        $"transport-oneway-{size}", $"{what} sent, many on the way", "OneWayBenchmarks", $"Size={size}",
        [("HandWritten", "hand-written on a socket"), ("Connection", "PacketConnection")], "PacketConnection", "hand-written on a socket")
    {
        Block = "Sent one way, many on the way",
        Column = size == 64 ? "64 B" : "1 KB",
    };

    private static string Bytes(int size) => size switch
    {
        >= 1 << 20 => $"{size >> 20} MB",
        >= 1024 => $"{size >> 10} KB",
        _ => $"{size} bytes",
    };
}
