using System.Numerics;

namespace Codec.Cli.Replay;

/// <summary>Counts durations in constant memory, with a relative error of at most 1/32 (about 3 %). Not thread-safe.</summary>
internal sealed class LatencyHistogram
{
    // The number of parts into which each power of two of microseconds is divided.
    private const int Parts = 32;

    // The counts cover at least 2^40 microseconds (12 days). A longer duration is counted in the last part.
    private const int Powers = 40;

    private readonly long[] _counts = new long[Powers * Parts];

    public long Count { get; private set; }

    public TimeSpan Longest { get; private set; }

    public void Add(TimeSpan duration)
    {
        Count++;
        Longest = duration > Longest ? duration : Longest;
        _counts[Math.Min(PartOf((ulong)duration.TotalMicroseconds), _counts.Length - 1)]++;
    }

    /// <summary>Returns the duration that a given share of all durations does not exceed.</summary>
    /// <param name="share">The share, such as 0.99.</param>
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

    // Values up to 63 are exact. Larger values keep the highest bit and the five bits after it.
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
