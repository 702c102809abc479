namespace Codec.Bench.Ranking;

/// <summary>An entry with its place.</summary>
/// <param name="Rank">From 1; entries that the noise does not tell from the first share its rank. Zero for the limit, which is no choice.</param>
/// <param name="Ratio">Its time divided by the baseline's.</param>
/// <param name="Entry">What was measured.</param>
public sealed record RankedEntry(int Rank, double Ratio, RankingEntry Entry);
