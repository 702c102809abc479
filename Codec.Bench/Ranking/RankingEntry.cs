using Codec.Bench.Measuring;

namespace Codec.Bench.Ranking;

/// <summary>A measured way of doing a job.</summary>
/// <param name="Name">The way's name.</param>
/// <param name="Nanoseconds">The time, in nanoseconds per operation.</param>
/// <param name="Noise">The noise of the time, in nanoseconds in either direction.</param>
/// <param name="BytesAllocated">Bytes allocated per operation.</param>
/// <param name="IsLimit">Whether this is not a choice, but the limit that the others are compared with.</param>
/// <param name="Settling">Whether the times can be used.</param>
public sealed record RankingEntry(
    string Name, double Nanoseconds, double Noise, double BytesAllocated, bool IsLimit = false, Settling Settling = Settling.Settled)
{
    /// <summary>
    /// The largest usable noise, as a share of the time. Most ways differ by less than a half, so larger noise would hide the differences.
    /// </summary>
    private const double MostNoise = 0.25;

    /// <summary>Gets whether the noise is too large to compare the time with a similar one.</summary>
    public bool IsNoisy => Noise > MostNoise * Nanoseconds;
}
