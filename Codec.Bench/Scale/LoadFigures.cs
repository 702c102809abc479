using System;
using System.Linq;
using Codec.Bench.Measuring;

namespace Codec.Bench.Scale;

/// <summary>The times of a load with each kind of server, measured in alternating rounds.</summary>
/// <param name="Raw">The time per packet with raw sockets, in nanoseconds.</param>
/// <param name="Codec">The time per packet with this library, in nanoseconds.</param>
/// <param name="Ratio">The median of the rounds' ratios of these times.</param>
/// <param name="RawProcessor">The server's processor time per packet with raw sockets, in nanoseconds.</param>
/// <param name="CodecProcessor">The server's processor time per packet with this library, in nanoseconds.</param>
/// <param name="ProcessorRatio">The median of the rounds' ratios of these processor times.</param>
/// <param name="RawAccept">The time to connect to the server with raw sockets until it has accepted all connections, in nanoseconds.</param>
/// <param name="CodecAccept">The time to connect to the server with this library until it has accepted all connections, in nanoseconds.</param>
/// <param name="RawClose">The time in which the server with raw sockets closes all connections, in nanoseconds.</param>
/// <param name="CodecClose">The time in which the server with this library closes all connections, in nanoseconds.</param>
/// <param name="Settling">Whether the figures can be used.</param>
internal sealed record LoadFigures(
    double Raw,
    double Codec,
    double Ratio,
    double RawProcessor,
    double CodecProcessor,
    double ProcessorRatio,
    double RawAccept,
    double CodecAccept,
    double RawClose,
    double CodecClose,
    Settling Settling)
{
    /// <summary>
    /// The plan of a measurement. A turn takes 150 ms: the query of the processor time is negligible in it, and a call on thousands of connections
    /// takes this long anyway.
    /// </summary>
    private static readonly MeasurePlan Full = new(Samples: 11, Time: TimeSpan.FromSeconds(4), FewestSamples: 5, Limit: TimeSpan.FromSeconds(16))
    {
        WarmUp = TimeSpan.FromSeconds(10),
        Turn = TimeSpan.FromMilliseconds(150),
        Reference = 0,
        FewestLongSamples = 5,
    };

    private static readonly MeasurePlan Smoke = new(1, TimeSpan.Zero, 1, TimeSpan.Zero) { Reference = 0, FewestLongSamples = 1 };

    /// <summary>Measures both kinds of server with a number of connections each.</summary>
    /// <param name="connections">The connections to each server.</param>
    /// <param name="packetSize">The size of the packets in bytes.</param>
    /// <param name="isBroadcast">Whether the servers send each packet to all connections, instead of answering the packet of each.</param>
    internal static LoadFigures Measure(int connections, int packetSize, bool isBroadcast = false)
    {
        using ScaleLoad raw = new(ServerKind.Raw, packetSize, isBroadcast: isBroadcast);
        using ScaleLoad codec = new(ServerKind.Codec, packetSize, isBroadcast: isBroadcast);
        raw.WarmUp();
        codec.WarmUp();
        double rawAccept = raw.Connect(connections);
        double codecAccept = codec.Connect(connections);
        return Measure(raw, codec) with { RawAccept = rawAccept, CodecAccept = codecAccept };
    }

    /// <summary>Measures two loads, and closes their connections.</summary>
    internal static LoadFigures Measure(ScaleLoad raw, ScaleLoad codec, bool closes = true)
    {
        Measurement[] both = Measurer.Measure([raw, codec], SmokeRun.IsActive ? Smoke : Full);
        double[] rawProcessor = Last(raw, both[0]);
        double[] codecProcessor = Last(codec, both[1]);
        return new LoadFigures(
            both[0].Median,
            both[1].Median,
            both[1].MedianRatioTo(both[0]),
            Measurement.MedianOf(rawProcessor),
            Measurement.MedianOf(codecProcessor),
            Measurement.MedianOf(codecProcessor.Zip(rawProcessor, (one, other) => one / other)),
            0,
            0,
            closes ? raw.Server.Ask("close")[0] : 0,
            closes ? codec.Server.Ask("close")[0] : 0,
            both[0].Settling == Settling.Settled ? both[1].Settling : both[0].Settling);
    }

    /// <summary>Returns the processor times of the rounds that count. The measurer drops the first ones.</summary>
    private static double[] Last(ScaleLoad load, Measurement measurement) => [.. load.ProcessorTimes.TakeLast(measurement.Times.Count)];
}
