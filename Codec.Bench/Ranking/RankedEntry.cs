namespace Codec.Bench.Ranking;

/// <summary>An entry with its place.</summary>
/// <param name="Rank">
/// From 1; entries that the noise does not tell from the first share its rank. Zero for the limit, which is no choice, and for an entry
/// that cannot be ranked: it did not settle, or its noise is too large to tell it from the first.
/// </param>
/// <param name="Ratio">Its time divided by the baseline's.</param>
/// <param name="Entry">What was measured.</param>
public sealed record RankedEntry(int Rank, double Ratio, RankingEntry Entry)
{
    /// <summary>Gets whether this is a choice without a rank.</summary>
    public bool IsUnclear => Rank == 0 && !Entry.IsLimit;
}
