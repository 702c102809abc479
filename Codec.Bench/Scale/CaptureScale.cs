using System;
using System.IO;
using Codec.Bench.Measuring;
using Codec.Bench.Reports;
using Codec.Bench.Streams;
using Codec.Capture;

namespace Codec.Bench.Scale;

/// <summary>Measures growth with the length of a capture.</summary>
internal static class CaptureScale
{
    private const int PacketSize = 1024;

    private static readonly long[] Lengths = [1L << 20, 16L << 20, 256L << 20, 1L << 30, 4L << 30];

    internal static void Fill(CurvePoints points)
    {
        byte[] piece = new byte[65_536];
        foreach (long length in SmokeRun.IsActive ? [Lengths[0]] : Lengths)
        {
            CurvePoints.Announce($"a capture of {ReportCurveText.Bytes(length)}");
            string path = TemporaryFile.NewPath();
            try
            {
                int packets = (int)(length / PacketSize);
                Write(path, packets);
                ActionWorkload reading = new(packets, () => CaptureBenchmarks.ReadPackets(path));
                Measurement[] times = ActionWorkload.Measure(new ActionWorkload(packets, () => CaptureBenchmarks.ReadPieces(path, piece)), reading);
                points.Add("captures-read", ReportGrowth.Pieces, length, times[0].Median, settling: times[0].Settling);
                points.Add("captures-read", ReportGrowth.CaptureReader, length, times[1].Median, times[1].MedianRatioTo(times[0]), times[1].Settling);
                points.Add("captures-memory", ReportGrowth.CaptureReader, length, reading.Allocate(1));
            }
            finally
            {
                File.Delete(path);
            }
        }
    }

    private static void Write(string path, int packets)
    {
        byte[] packet = new byte[PacketSize];
        using CaptureWriter writer = CaptureWriter.Create(path);
        for (int i = 0; i < packets; i++)
        {
            writer.Append(packet, CaptureDirection.Inbound, 1, DateTimeOffset.UnixEpoch);
        }
    }
}
