using System;
using System.Numerics;

namespace Codec.Cli.Replaying;

/// <summary>Counts durations in constant memory, each to 3 % of its value. Not thread-safe.</summary>
public sealed class LatencyHistogram
{
    // Each power of two of microseconds has so many parts.
    private const int Parts = 32;

    // 2^40 microseconds are 12 days.
    private const int Powers = 40;

    private readonly long[] _counts = new long[Powers * Parts];

    /// <summary>Gets the number of durations.</summary>
    public long Count { get; private set; }

    /// <summary>Gets the longest duration.</summary>
    public TimeSpan Longest { get; private set; }

    /// <summary>Adds a duration.</summary>
    /// <param name="duration">The duration, not negative.</param>
    public void Add(TimeSpan duration)
    {
        Count++;
        Longest = duration > Longest ? duration : Longest;
        _counts[Math.Min(PartOf((ulong)duration.TotalMicroseconds), _counts.Length - 1)]++;
    }

    /// <summary>Returns the duration that a share of all does not exceed.</summary>
    /// <param name="share">The share, such as 0.99.</param>
    /// <returns>The duration; zero if there is none.</returns>
    public TimeSpan Percentile(double share)
    {
        long rank = Math.Max(1, (long)Math.Ceiling(share * Count));
        long sum = 0;
        for (int part = 0; part < _counts.Length; part++)
        {
            sum += _counts[part];
            if (sum >= rank)
            {
                TimeSpan end = TimeSpan.FromMicroseconds(EndOf(part));
                return end < Longest ? end : Longest;
            }
        }

        return Longest;
    }

    // Up to 31 exactly; from then on the highest five bits after the first.
    private static int PartOf(ulong microseconds)
    {
        if (microseconds < Parts)
        {
            return (int)microseconds;
        }

        int power = BitOperations.Log2(microseconds) - 5;
        return (power * Parts) + (int)(microseconds >> power);
    }

    private static double EndOf(int part)
    {
        if (part < 2 * Parts)
        {
            return part;
        }

        int power = (part / Parts) - 1;
        return Math.ScaleB((part % Parts) + Parts + 1, power) - 1;
    }
}
