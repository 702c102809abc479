namespace Codec.Cli.Replay;

/// <summary>Counts durations in constant memory, with a relative error of at most 2.2 %. Not thread-safe.</summary>
internal sealed class LatencyHistogram
{
    // The number of parts into which each power of two of microseconds is divided. The longest duration has less than 2^60 microseconds.
    private const int Parts = 32;
    private const int Powers = 60;
    private readonly long[] _counts = new long[Powers * Parts];

    public long Count { get; private set; }
    public TimeSpan Longest { get; private set; }

    public void Add(TimeSpan duration)
    {
        Count++;
        Longest = duration > Longest ? duration : Longest;
        _counts[(int)(Parts * Math.Log2(1 + duration.TotalMicroseconds))]++;
    }

    /// <summary>Returns the duration that a given share of all durations does not exceed.</summary>
    public TimeSpan Percentile(double share)
    {
        long left = Math.Max(1, (long)Math.Ceiling(share * Count));
        int part = Array.FindIndex(_counts, count => (left -= count) <= 0);
        double end = Math.Pow(2, (part + 1.0) / Parts) - 1;
        return part >= 0 && end < Longest.TotalMicroseconds ? TimeSpan.FromMicroseconds(end) : Longest;
    }
}
