namespace Codec.Bench.Measuring;

/// <summary>The times of a benchmark in one process, in nanoseconds per operation.</summary>
/// <param name="Benchmark">The benchmark, as <c>Class.Method(Parameter=Value)</c>.</param>
/// <param name="Median">The median time.</param>
/// <param name="FirstQuartile">The first quartile.</param>
/// <param name="ThirdQuartile">The third quartile.</param>
/// <param name="Ratio">The median ratio to the reference of the same round.</param>
/// <param name="BytesAllocated">The bytes allocated per operation.</param>
/// <param name="PayloadBytes">The size that the benchmark returned, or <see langword="null"/>.</param>
/// <param name="Settling">Whether the time settled.</param>
public sealed record Sample(
    string Benchmark, double Median, double FirstQuartile, double ThirdQuartile, double Ratio, double BytesAllocated, long? PayloadBytes,
        Settling Settling);
