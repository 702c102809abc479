namespace Codec.Bench.Scale;

/// <summary>The 99.9th percentile of the time to an answer, if packets are sent at half of the rate that both servers can answer.</summary>
internal static class LatencyFigures
{
    private const int Pairs = 7;
    private const double Percentile = 0.999;

    private static readonly TimeSpan RunLength = TimeSpan.FromSeconds(1);

    /// <summary>Measures paired runs, whether or not answers have come when the next packet is due.</summary>
    internal static ScaleFigure Measure(int connections)
    {
        using ScaleLoad raw = new(ServerKind.Raw, ScaleFigures.PacketSize);
        using ScaleLoad codec = new(ServerKind.Codec, ScaleFigures.PacketSize);
        raw.Connect(connections);
        codec.Connect(connections);
        ScaleFigure full = LoadFigures.Measure(raw, codec).Time;
        double rate = 1e9 / Math.Max(full.Raw, full.Codec) / 2;
        TimeSpan time = SmokeRun.IsActive ? TimeSpan.FromMilliseconds(20) : RunLength;
        (ScaleLoad Load, List<double> Times)[] sides = [(raw, []), (codec, [])];
        for (int pair = 0; pair < (SmokeRun.IsActive ? 1 : Pairs); pair++)
        {
            // The order of the two servers alternates.
            foreach ((ScaleLoad load, List<double> times) in pair % 2 == 0 ? sides : sides.Reverse())
            {
                times.Add(MeasureRun(load, rate, time));
            }
        }

        (List<double> raws, List<double> codecs) = (sides[0].Times, sides[1].Times);
        double ratio = Measurement.MedianOf(codecs.Zip(raws, (one, reference) => one / reference));
        return new ScaleFigure(Measurement.MedianOf(raws), Measurement.MedianOf(codecs), ratio, full.Settling);
    }

    private static double MeasureRun(ScaleLoad load, double rate, TimeSpan time)
    {
        int each = Math.Max(1, (int)(rate * time.TotalSeconds / load.Clients.Count));
        long total = (long)each * load.Clients.Count;
        Task<double[]>[] answers = [.. load.Clients.Select(client => ReceiveAsync(client, each))];
        byte[] packet = HandWrittenSender.MakePacket(ScaleFigures.PacketSize);
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
