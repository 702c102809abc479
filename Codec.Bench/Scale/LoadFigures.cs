namespace Codec.Bench.Scale;

/// <summary>The time of a packet, and the processor time of the server for it, with many connections.</summary>
internal sealed record LoadFigures(ScaleFigure Time, ScaleFigure Processor)
{
    private static readonly MeasurePlan Full = new(Samples: 11, Time: TimeSpan.FromSeconds(4), FewestSamples: 5, Limit: TimeSpan.FromSeconds(16))
    {
        // The thread pool keeps calling methods that are not compiled for good.
        WarmUp = TimeSpan.FromSeconds(10),
        Turn = TimeSpan.FromMilliseconds(150),
        Reference = 0,
        FewestLongSamples = 5,
    };

    private static readonly MeasurePlan Smoke = new(1, TimeSpan.Zero, 1, TimeSpan.Zero) { Reference = 0, FewestLongSamples = 1 };

    internal static LoadFigures Measure(int connections, int packetSize, bool isBroadcast)
    {
        using ScaleLoad raw = new(ServerKind.Raw, packetSize, isBroadcast);
        using ScaleLoad codec = new(ServerKind.Codec, packetSize, isBroadcast);
        raw.Connect(connections);
        codec.Connect(connections);
        return Measure(raw, codec);
    }

    internal static LoadFigures Measure(ScaleLoad raw, ScaleLoad codec)
    {
        Measurement[] both = Measurer.Measure([raw, codec], SmokeRun.IsActive ? Smoke : Full);
        Settling settling = SmokeRun.IsActive ? Settling.Settled : both[1].Settling;
        double[] rawProcessor = [.. raw.ProcessorTimes.TakeLast(both[0].Times.Count)];
        double[] processor = [.. codec.ProcessorTimes.TakeLast(both[1].Times.Count)];
        double ratio = Measurement.MedianOf(processor.Zip(rawProcessor, (one, reference) => one / reference));
        return new LoadFigures(
            new ScaleFigure(both[0].Median, both[1].Median, both[1].MedianRatioTo(both[0]), settling),
            new ScaleFigure(Measurement.MedianOf(rawProcessor), Measurement.MedianOf(processor), ratio, settling));
    }
}
