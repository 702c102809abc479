namespace Codec.Bench.Ranking;

/// <summary>An answer of the ranking.</summary>
public sealed record Ranked(string Title, string? Limit, IReadOnlyList<(int Rank, Row Row)> Rows);
