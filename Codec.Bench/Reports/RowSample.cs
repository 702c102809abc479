using Codec.Bench.Measuring;

namespace Codec.Bench.Reports;

/// <summary>What one process measured for one benchmark method.</summary>
/// <param name="Method">The method.</param>
/// <param name="Median">The median of the samples, in nanoseconds an operation.</param>
/// <param name="FirstQuartile">A quarter of the samples took no longer.</param>
/// <param name="ThirdQuartile">Three quarters of the samples took no longer.</param>
/// <param name="BytesAllocated">Bytes allocated an operation.</param>
/// <param name="WireBytes">What a method whose name starts with Write answered: the size of what it wrote.</param>
/// <param name="Settling">Whether the times can be used.</param>
public sealed record RowSample(
    string Method, double Median, double FirstQuartile, double ThirdQuartile, double BytesAllocated, long? WireBytes, Settling Settling = Settling.Settled)
{
    /// <summary>Makes the sample of a measurement.</summary>
    internal static RowSample Of(string method, IWorkload workload, Measurement measurement, long? wireBytes = null) => new(
        method,
        measurement.Median,
        measurement.FirstQuartile,
        measurement.ThirdQuartile,
        Allocation.PerOperation(workload, measurement),
        wireBytes,
        measurement.Settling);
}
