using Codec.Bench.Measuring;

namespace Codec.Bench.Ranking;

/// <summary>One way of doing a job, as measured.</summary>
/// <param name="Name">The way's name.</param>
/// <param name="Nanoseconds">The time, in nanoseconds per operation.</param>
/// <param name="Noise">How far the time may be off, in nanoseconds either way.</param>
/// <param name="BytesAllocated">Bytes allocated per operation.</param>
/// <param name="IsLimit">Whether this is not a way to choose but the limit that the others are held against.</param>
/// <param name="Settling">Whether the times can be used.</param>
public sealed record RankingEntry(
    string Name, double Nanoseconds, double Noise, double BytesAllocated, bool IsLimit = false, Settling Settling = Settling.Settled)
{
    /// <summary>Noise above this share of the time hides the differences that a ranking is made for: most ways differ by less than a half.</summary>
    private const double MostNoise = 0.25;

    /// <summary>Gets whether the noise is too large for the time to be compared with one that is close to it.</summary>
    public bool IsNoisy => Noise > MostNoise * Nanoseconds;
}
