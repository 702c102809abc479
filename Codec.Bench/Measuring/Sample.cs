namespace Codec.Bench.Measuring;

/// <summary>The times of a benchmark in one process, in nanoseconds per operation.</summary>
public sealed record Sample(
    string Benchmark, double Median, double FirstQuartile, double ThirdQuartile, double Ratio, double BytesAllocated, long? PayloadBytes,
        Settling Settling);
