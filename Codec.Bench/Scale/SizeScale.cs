using Codec.Bench.Measuring;
using Codec.Bench.Reports;
using Codec.Packets;

namespace Codec.Bench.Scale;

/// <summary>Measures growth with the size of the packets.</summary>
internal static class SizeScale
{
    private const int Connections = 100;

    /// <summary>The packet sizes including the header, in bytes. The largest packet has the maximum payload of the default format.</summary>
    private static readonly int[] Sizes = [16, 64, 256, 1024, 4096, 16 * 1024, ushort.MaxValue + PacketHeader.ByteCount];

    internal static void Fill(CurvePoints points)
    {
        foreach (int size in SmokeRun.IsActive ? [Sizes[^1]] : Sizes)
        {
            CurvePoints.Announce($"packets of {size} bytes");
            LoadFigures load = LoadFigures.Measure(SmokeRun.IsActive ? 2 : Connections, size);
            points.Add("sizes-throughput", ReportGrowth.RawSockets, size, 1e9 / load.Raw, settling: load.Settling);
            points.Add("sizes-throughput", ReportGrowth.Connection, size, 1e9 / load.Codec, 1 / load.Ratio, load.Settling);
            points.Add("sizes-cpu", ReportGrowth.RawSockets, size, load.RawProcessor, settling: load.Settling);
            points.Add("sizes-cpu", ReportGrowth.Connection, size, load.CodecProcessor, load.ProcessorRatio, load.Settling);
        }
    }
}
