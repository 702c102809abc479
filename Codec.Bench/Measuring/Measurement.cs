namespace Codec.Bench.Measuring;

/// <summary>The times of one workload, in nanoseconds per operation, in the order of the rounds.</summary>
internal sealed class Measurement(IReadOnlyList<double> times, long calls, Settling settling)
{
    private readonly double[] _sorted = [.. times.OrderBy(time => time)];

    internal IReadOnlyList<double> Times => times;

    internal long Calls => calls;

    internal Settling Settling => settling;

    internal double Median => MedianOf(_sorted);

    /// <summary>Gets the first quartile of the times. If there are few rounds, the quartiles are the lowest and the highest time.</summary>
    internal double FirstQuartile => _sorted[(_sorted.Length - 1) / 4];

    internal double ThirdQuartile => _sorted[_sorted.Length - 1 - ((_sorted.Length - 1) / 4)];

    /// <summary>Returns the median. For an even number of values, it is the mean of the middle two.</summary>
    internal static double MedianOf(IEnumerable<double> values)
    {
        double[] sorted = [.. values];
        Array.Sort(sorted);
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    /// <summary>Returns the median over the rounds of the ratio of this time to the other's.</summary>
    internal double MedianRatioTo(Measurement other) => MedianOf(times.Zip(other.Times, (one, reference) => one / reference));
}
