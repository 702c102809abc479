using Codec.Bench.Measuring;

namespace Codec.Bench.Reports;

/// <summary>The measurement of one benchmark method in one process.</summary>
/// <param name="Method">The method.</param>
/// <param name="Median">The median of the samples, in nanoseconds per operation.</param>
/// <param name="FirstQuartile">The first quartile of the samples, in nanoseconds per operation.</param>
/// <param name="ThirdQuartile">The third quartile of the samples, in nanoseconds per operation.</param>
/// <param name="BytesAllocated">The number of bytes allocated per operation.</param>
/// <param name="WireBytes">The size in bytes that a method whose name starts with Write returned.</param>
/// <param name="Settling">Whether the times can be used.</param>
public sealed record RowSample(
    string Method, double Median, double FirstQuartile, double ThirdQuartile, double BytesAllocated, long? WireBytes, Settling Settling = Settling.Settled)
{
    /// <summary>Creates the sample of a measurement.</summary>
    internal static RowSample Of(string method, IWorkload workload, Measurement measurement, long? wireBytes = null) => new(
        method,
        measurement.Median,
        measurement.FirstQuartile,
        measurement.ThirdQuartile,
        Allocation.PerOperation(workload, measurement),
        wireBytes,
        measurement.Settling);
}
