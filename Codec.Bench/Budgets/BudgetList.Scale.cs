using System.Linq;
using Codec.Bench.Scale;
using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Growth with the number of connections, compared with raw sockets: two servers in separate processes with the same load.</content>
public static partial class BudgetList
{
    /// <summary>
    /// The limit of memory that remains: arrays of dropped connections that the pools keep for new ones, and the runtime's own tables.
    /// </summary>
    private const int MostLeft = 256;

    private static Budget[] Scale =>
    [
        .. ConnectionScale.Counts.Select(count => Faster(
            0.9, $"scale/throughput-{count}", $"throughput of 64-byte packets and their answers, one in flight on each connection, against raw sockets (connections: {count})",
            ScaleFigures.Subject(ScaleFigures.Throughput, count), "raw")),
        .. ConnectionScale.Counts.Select(count => AtMost(
            1.1, $"scale/cpu-{count}", $"the server's processor time for a 64-byte packet and its answer, against raw sockets (connections: {count})",
            ScaleFigures.Subject(ScaleFigures.Processor, count), "raw")),
        AtMost(1.5, "scale/latency", "the 99.9th percentile of the time to the answer at half load on 100 connections, seven paired runs, against raw sockets",
            ScaleFigures.Subject(ScaleFigures.Latency, 100), "raw"),
        Bytes(4096, "scale/idle-memory", "managed memory of an idle connection beyond its socket's, for 8,000 connections that were never used",
            ScaleFigures.Subject(ScaleFigures.Unused, 8000)),
        Bytes(4096, "scale/idle-memory-used", "managed memory of an idle connection beyond its socket's, for 8,000 connections that have answered packets",
            ScaleFigures.Subject(ScaleFigures.Used, 8000)),
        Bytes(MostLeft, "scale/dropped", "managed memory that remains per connection after 8,000 were reset at once, beyond a raw socket's",
            ScaleFigures.Subject(ScaleFigures.Left, 8000)),
    ];
}
