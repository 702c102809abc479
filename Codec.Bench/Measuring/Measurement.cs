using System;
using System.Collections.Generic;

namespace Codec.Bench.Measuring;

/// <summary>The times of one workload.</summary>
internal sealed class Measurement
{
    private readonly double[] _sorted;

    internal Measurement(IReadOnlyList<double> times, long calls, Settling settling)
    {
        (Times, Calls, Settling) = (times, calls, settling);
        _sorted = [.. times];
        Array.Sort(_sorted);
    }

    /// <summary>Gets the times in nanoseconds per operation, in the order of the rounds.</summary>
    internal IReadOnlyList<double> Times { get; }

    /// <summary>Gets the number of calls per round.</summary>
    internal long Calls { get; }

    /// <summary>Gets whether the times can be used.</summary>
    internal Settling Settling { get; }

    internal double Median => MedianOf(_sorted);

    /// <summary>Gets the first quartile of the times. If there are few rounds, the quartiles are the lowest and the highest time.</summary>
    internal double FirstQuartile => _sorted[(_sorted.Length - 1) / 4];

    /// <summary>Gets the third quartile of the times.</summary>
    internal double ThirdQuartile => _sorted[_sorted.Length - 1 - ((_sorted.Length - 1) / 4)];

    /// <summary>Returns the median. For an even number of values, it is the mean of the middle two.</summary>
    internal static double MedianOf(IEnumerable<double> values)
    {
        double[] sorted = [.. values];
        Array.Sort(sorted);
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    /// <summary>Returns the median over the rounds of the ratio of this time to the other's.</summary>
    internal double MedianRatioTo(Measurement other) => MedianOf(RatiosTo(other));

    /// <summary>Returns the ratios of this time to the other's in each round, sorted.</summary>
    internal double[] RatiosTo(Measurement other)
    {
        double[] ratios = new double[Times.Count];
        for (int i = 0; i < ratios.Length; i++)
        {
            ratios[i] = Times[i] / other.Times[i];
        }

        Array.Sort(ratios);
        return ratios;
    }
}
