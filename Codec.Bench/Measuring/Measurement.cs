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

    /// <summary>Gets the times in nanoseconds an operation, in the order of the rounds.</summary>
    internal IReadOnlyList<double> Times { get; }

    /// <summary>Gets how many calls were made in a round.</summary>
    internal long Calls { get; }

    /// <summary>Gets whether the times can be used.</summary>
    internal Settling Settling { get; }

    internal double Median => MedianOf(_sorted);

    /// <summary>Gets the time that a quarter of the rounds did not exceed. Of few rounds, the quartiles are the outer ones.</summary>
    internal double FirstQuartile => _sorted[(_sorted.Length - 1) / 4];

    /// <summary>Gets the time that three quarters of the rounds did not exceed.</summary>
    internal double ThirdQuartile => _sorted[_sorted.Length - 1 - ((_sorted.Length - 1) / 4)];

    /// <summary>Returns the median of values that are sorted.</summary>
    internal static double MedianOf(double[] sorted) => sorted[sorted.Length / 2];

    /// <summary>Returns this time divided by the other's for each round, sorted.</summary>
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
