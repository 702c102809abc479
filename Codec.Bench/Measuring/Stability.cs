namespace Codec.Bench.Measuring;

/// <summary>Decides from a series of times whether their median is stable.</summary>
internal static class Stability
{
    // Clock changes and other processes cause this difference between two halves of a second. Unoptimized code differs far more.
    private const double Tolerance = 0.05;

    // The largest relative change of a stable median, for any spread of the times.
    private const double MostTolerance = 0.25;

    // The number of times in a third from which quartiles are computed.
    private const int FewestWithQuartiles = 4;

    /// <summary>The minimum number of times that can be compared.</summary>
    internal const int FewestTimes = 3;

    /// <summary>
    /// Returns whether the medians of the first and the last third agree: within 5%, or within the spread of both, up to 25%. Thirds of fewer than
    /// four times have no spread, and may differ by 25%. A series of fewer than three is not stable.
    /// </summary>
    internal static bool IsStable(IReadOnlyList<double> series)
    {
        int third = series.Count / 3;
        if (third == 0)
        {
            return false;
        }

        double[] first = Sorted(series, 0, third);
        double[] last = Sorted(series, series.Count - third, third);
        double middle = first[third / 2];
        double allowed = third < FewestWithQuartiles
            ? MostTolerance * middle
            : Math.Min(MostTolerance * middle, Math.Max(Tolerance * middle, Math.Min(Spread(first), Spread(last))));
        return Math.Abs(last[third / 2] - middle) <= allowed;
    }

    private static double[] Sorted(IReadOnlyList<double> series, int start, int count)
    {
        double[] part = [.. series.Skip(start).Take(count)];
        Array.Sort(part);
        return part;
    }

    private static double Spread(double[] sorted) => sorted[sorted.Length * 3 / 4] - sorted[sorted.Length / 4];
}
