using Codec.Bench.Measuring;
using Codec.Bench.Reports;

namespace Codec.Bench.Scale;

/// <summary>Measures growth with the number of receivers of a broadcast.</summary>
internal static class BroadcastScale
{
    internal static void Fill(CurvePoints points)
    {
        foreach (int count in SmokeRun.IsActive ? [4] : ConnectionScale.Counts)
        {
            CurvePoints.Announce($"a message to {count} connections");
            LoadFigures load = LoadFigures.Measure(count, ConnectionScale.PacketSize, isBroadcast: true);
            points.Add("broadcast-time", ReportGrowth.RawLoop, count, count * load.Raw, settling: load.Settling);
            points.Add("broadcast-time", ReportGrowth.Broadcast, count, count * load.Codec, load.Ratio, load.Settling);
            points.Add("broadcast-cpu", ReportGrowth.RawLoop, count, count * load.RawProcessor, settling: load.Settling);
            points.Add("broadcast-cpu", ReportGrowth.Broadcast, count, count * load.CodecProcessor, load.ProcessorRatio, load.Settling);
        }
    }
}
