using Codec.Bench.Measuring;
using Codec.Bench.Reports;

namespace Codec.Bench.Scale;

/// <summary>Measures growth with the connections of a server.</summary>
internal static class ConnectionScale
{
    internal const int PacketSize = 64;

    /// <summary>The numbers of connections. Both servers are connected at the same time, so this process has twice as many sockets.</summary>
    internal static readonly int[] Counts = [1, 10, 100, 1000, 4000, 8000];

    /// <summary>
    /// The number of connections from which accepting and closing are timed. Fewer take less than some 20 ms, of which the request to the server's
    /// process and the wake-up of its threads are a large part.
    /// </summary>
    private const int FewestTimed = 1000;

    /// <summary>The counts at which latency is measured.</summary>
    private static readonly int[] LatencyCounts = [10, 100, 1000];

    internal static void Fill(CurvePoints points)
    {
        foreach (int count in SmokeRun.IsActive ? [4] : Counts)
        {
            CurvePoints.Announce($"{count} connections");
            LoadFigures load = LoadFigures.Measure(count, PacketSize);
            Add("throughput", count, 1e9 / load.Raw, 1e9 / load.Codec, 1 / load.Ratio, load.Settling);
            Add("cpu", count, load.RawProcessor, load.CodecProcessor, load.ProcessorRatio, load.Settling);
            if (count >= FewestTimed || SmokeRun.IsActive)
            {
                Add("accept", count, load.RawAccept, load.CodecAccept);
                Add("close", count, load.RawClose, load.CodecClose);
            }

            IdleFigures raw = IdleFigures.Measure(ServerKind.Raw, count);
            IdleFigures codec = IdleFigures.Measure(ServerKind.Codec, count);

            // The process's own allocations during the measurement exceed the memory of a few connections.
            if (count >= 100 || SmokeRun.IsActive)
            {
                points.Add("connections-memory", ReportGrowth.RawSockets, count, raw.Managed);
                points.Add("connections-memory", ReportGrowth.UnusedConnection, count, codec.Managed);
                points.Add("connections-memory", ReportGrowth.UsedConnection, count, codec.UsedManaged);
                points.Add("connections-memory", ReportGrowth.Rented, count, codec.UsedRented);
                Add("left", count, raw.Left, codec.Left);
            }
        }

        foreach (int count in SmokeRun.IsActive ? [4] : LatencyCounts)
        {
            CurvePoints.Announce($"latency with {count} connections");
            LatencyFigures latency = LatencyFigures.Measure(count);
            Add("latency", count, latency.Raw, latency.Codec, latency.Ratio, latency.Settling);
        }

        void Add(string curve, int count, double raw, double codec, double? ratio = null, Settling settling = Settling.Settled)
        {
            points.Add("connections-" + curve, ReportGrowth.RawSockets, count, raw, settling: settling);
            points.Add("connections-" + curve, ReportGrowth.Connection, count, codec, ratio, settling);
        }
    }
}
