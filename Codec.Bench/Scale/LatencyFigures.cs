using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Bench.Measuring;
using Codec.Packets;

namespace Codec.Bench.Scale;

/// <summary>
/// The 99.9th percentile of the time from sending a packet to receiving its answer. Packets are sent at half of the rate that both servers can
/// answer, whether or not earlier answers have arrived.
/// </summary>
/// <param name="Raw">The median of the runs with raw sockets, in nanoseconds.</param>
/// <param name="Codec">The median of the runs with this library, in nanoseconds.</param>
/// <param name="Ratio">The median of the ratios of the runs of a pair.</param>
/// <param name="Settling">Whether the load settled from which the rate is computed.</param>
internal sealed record LatencyFigures(double Raw, double Codec, double Ratio, Settling Settling)
{
    /// <summary>The number of pairs of runs. It is odd, so that the median is one of them.</summary>
    private const int Pairs = 7;

    private const int PacketSize = 64;
    private const double Percentile = 0.999;

    /// <summary>The duration of a run: long enough for some ten packets beyond the percentile at 10,000 packets per second.</summary>
    private static readonly TimeSpan Run = TimeSpan.FromSeconds(1);

    /// <summary>Measures both kinds of server with a number of connections each.</summary>
    internal static LatencyFigures Measure(int connections)
    {
        using ScaleLoad raw = new(ServerKind.Raw, PacketSize);
        using ScaleLoad codec = new(ServerKind.Codec, PacketSize);
        raw.Connect(connections);
        codec.Connect(connections);
        LoadFigures full = LoadFigures.Measure(raw, codec, closes: false);
        double rate = 1e9 / Math.Max(full.Raw, full.Codec) / 2;
        TimeSpan time = SmokeRun.IsActive ? TimeSpan.FromMilliseconds(20) : Run;
        List<double> raws = [];
        List<double> codecs = [];
        while (raws.Count < (SmokeRun.IsActive ? 1 : Pairs))
        {
            // The order of the two servers alternates.
            if (raws.Count % 2 == 0)
            {
                raws.Add(MeasureRun(raw, rate, time));
                codecs.Add(MeasureRun(codec, rate, time));
            }
            else
            {
                codecs.Add(MeasureRun(codec, rate, time));
                raws.Add(MeasureRun(raw, rate, time));
            }
        }

        return new LatencyFigures(
            Measurement.MedianOf(raws), Measurement.MedianOf(codecs), Measurement.MedianOf(codecs.Zip(raws, (one, other) => one / other)), full.Settling);
    }

    private static double MeasureRun(ScaleLoad load, double rate, TimeSpan time)
    {
        int each = Math.Max(1, (int)(rate * time.TotalSeconds / load.Clients.Count));
        long total = (long)each * load.Clients.Count;
        Task<double[]>[] answers = [.. load.Clients.Select(client => ReceiveAsync(client, each))];
        byte[] packet = EchoPacket.Make(PacketSize);
        long start = Stopwatch.GetTimestamp();
        for (long sent = 0; sent < total;)
        {
            long due = Math.Min(total, (long)(rate * Stopwatch.GetElapsedTime(start).TotalSeconds) + 1);
            for (; sent < due; sent++)
            {
                BinaryPrimitives.WriteInt64LittleEndian(packet.AsSpan(PacketHeader.ByteCount), Stopwatch.GetTimestamp());
                load.Clients[(int)(sent % load.Clients.Count)].Socket.Send(packet, SocketFlags.None);
            }

            // A spinning thread would take a core from the servers.
            Thread.Sleep(1);
        }

        Task.WaitAll(answers);
        double[] times = [.. answers.SelectMany(answer => answer.Result).Order()];
        return times[(int)(times.Length * Percentile)];
    }

    private static async Task<double[]> ReceiveAsync(EchoClient client, int count)
    {
        double[] times = new double[count];
        for (int i = 0; i < count; i++)
        {
            Memory<byte> answer = await client.ReceiveAsync().ConfigureAwait(false);
            times[i] = Stopwatch.GetElapsedTime(BinaryPrimitives.ReadInt64LittleEndian(answer.Span[PacketHeader.ByteCount..])).TotalNanoseconds;
        }

        return times;
    }
}
