namespace Codec.Bench.Ranking;

/// <summary>An entry with its rank.</summary>
/// <param name="Rank">
/// The rank, from 1. Entries that the noise does not distinguish from the first one share its rank. Zero for the limit, and for an entry
/// that cannot be ranked, because it did not settle or its noise is too large.
/// </param>
/// <param name="Ratio">The entry's time divided by the baseline's.</param>
/// <param name="Entry">The measured entry.</param>
public sealed record RankedEntry(int Rank, double Ratio, RankingEntry Entry)
{
    /// <summary>Gets whether the entry is a choice without a rank.</summary>
    public bool IsUnclear => Rank == 0 && !Entry.IsLimit;
}
