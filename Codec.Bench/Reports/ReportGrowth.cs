using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>The section on growth: every curve, by group. <c>Codec.Bench/Scale</c> measures them.</summary>
internal static class ReportGrowth
{
    /// <summary>The section's id.</summary>
    internal const string Id = "scale";

    internal const string RawSockets = "raw sockets";
    internal const string Connection = "PacketConnection";
    internal const string UnusedConnection = "PacketConnection, never used";
    internal const string UsedConnection = "PacketConnection, idle after traffic";
    internal const string Rented = "of it from the pool";
    internal const string Broadcast = "PacketBroadcast";
    internal const string RawLoop = "a loop over raw sockets";
    internal const string Dispatcher = "PacketDispatcher";
    internal const string Delegates = "an array of delegates";
    internal const string CaptureReader = "CaptureReader";
    internal const string Pieces = "the file in 64 KB pieces";
    internal const string Generator = "schema compiler, C#";

    private const string Merged =
        "The library sends the messages that wait for a connection as one block of up to 64 KB; the raw loop makes a system call for each message and connection. " +
        "So the ratio does not apply to a single message.";

    /// <summary>The groups, in the order of the page.</summary>
    internal static IReadOnlyList<ReportGroup> Groups { get; } =
    [
        new("connections", "Connections", 170,
        [
            Connections("throughput", "Packets per second", ReportCurveUnit.Number, "64-byte packets. Each connection has one packet on the way, and sends the next when the answer has come."),
            Connections("cpu", "Processor time of the server for a packet", ReportCurveUnit.Time, "The same packets: received, and sent back."),
            Connections("latency", "99.9th percentile of the time to the answer, at half load", ReportCurveUnit.Time, "The packets are sent at half of the rate that both servers can answer, whether or not answers have come."),
            Connections("memory", "Managed memory of an idle connection", ReportCurveUnit.Bytes, "A raw socket has a receive pending into an array of 64 bytes.") with { Ours = UnusedConnection, RatioName = "ratio, never used" },
            Connections("accept", "Time to connect and accept all", ReportCurveUnit.Time, "One thread connects. With fewer than 1,000 connections, it takes only milliseconds, and is not shown."),
            Connections("close", "Time in which the server closes all", ReportCurveUnit.Time, "It is shown from 1,000 connections on."),
            Connections("left", "Managed memory that is left of a connection after all were reset at once", ReportCurveUnit.Bytes, "The pools keep some arrays for the next connections."),
        ]),
        new("sizes", "Packet sizes", 70,
        [
            Sizes("throughput", "Packets per second by size", ReportCurveUnit.Number, "100 connections. Each has one packet on the way, and sends the next when the answer has come."),
            Sizes("cpu", "Processor time of the server for a packet by size", ReportCurveUnit.Time, "The same packets. The raw server has an array of the packet's size for each connection."),
        ]),
        new("routes", "Routes", 25,
        [
            new("routes-dispatch", "Time to decode and dispatch a packet", "routes", ReportCurveUnit.Time, [])
            {
                Ours = Dispatcher,
                Baseline = Delegates,
                Remark = "1,000 packets of 20 bytes in memory, with ids all over the routes. The loop beside it reads the header, validates nothing, and calls the delegate at the id.",
            },
            new("routes-build", "Time to make routes and a dispatcher", "routes", ReportCurveUnit.Time, []),
            new("routes-memory", "Memory that routes and a dispatcher allocate", "routes", ReportCurveUnit.Bytes, [])
            {
                Remark = "A server makes its routes once. Another dispatcher of the same routes allocates less than 400 bytes.",
            },
        ]),
        new("broadcast", "Broadcast", 60,
        [
            Broadcasts(
                "time", "Time per message to all connections, with many on the way",
                "A message of 64 bytes. Many are sent one after the other; the figure is the time until every connection has all of them, divided by their number. " + Merged),
            Broadcasts("cpu", "Processor time of the server per message to all, with many on the way", "The same messages. The raw loop encodes the packet once. " + Merged),
        ]),
        new("captures", "Captures", 70,
        [
            new("captures-read", "Time to read a packet of a capture", "capture size", ReportCurveUnit.Time, [])
            {
                Ours = CaptureReader,
                Baseline = Pieces,
                IsAcrossBytes = true,
                Remark = "1 KB packets. The system has the file in its cache.",
            },
            new("captures-memory", "Memory that reading a capture allocates", "capture size", ReportCurveUnit.Bytes, [])
            {
                IsAcrossBytes = true,
                Remark = "From opening the capture to its end.",
            },
        ]),
        new("schemas", "Schemas", 60,
        [
            Schemas("time", "Time to generate the code of a schema", ReportCurveUnit.Time, "Tables of ten fields: parsed, bound and written as C#, without the C# compiler."),
            Schemas("memory", "Memory that generating allocates", ReportCurveUnit.Bytes, "What the garbage collector frees meanwhile counts, too."),
            Schemas("lines", "Lines of generated code", ReportCurveUnit.Number, ""),
            Schemas("il", "IL of the generated code", ReportCurveUnit.Bytes, "The bodies of all methods, compiled in Release, up to 200 tables."),
        ]),
    ];

    internal static ReportTopic Topic { get; } = new(
        Id, "Growth", "What grows with connections, packets, routes, captures and schemas?",
        "This holds for the loopback device of one machine, with the servers in separate processes, and both ends on the same cores.", [])
    {
        Groups = Groups,
    };

    private static ReportCurve Connections(string id, string title, ReportCurveUnit unit, string remark) =>
        new("connections-" + id, title, "connections", unit, []) { Ours = Connection, Baseline = RawSockets, Remark = remark };

    private static ReportCurve Sizes(string id, string title, ReportCurveUnit unit, string remark) =>
        new("sizes-" + id, title, "packet size", unit, []) { Ours = Connection, Baseline = RawSockets, IsAcrossBytes = true, Remark = remark };

    private static ReportCurve Broadcasts(string id, string title, string remark) =>
        new("broadcast-" + id, title, "connections", ReportCurveUnit.Time, []) { Ours = Broadcast, Baseline = RawLoop, Remark = remark };

    private static ReportCurve Schemas(string id, string title, ReportCurveUnit unit, string remark) =>
        new("schemas-" + id, title, "tables", unit, []) { Remark = remark };
}
