namespace Codec.Bench.Ranking;

/// <summary>An answer of the ranking.</summary>
/// <param name="Title">The question.</param>
/// <param name="Limit">The name of the way that is no choice, or <see langword="null"/>.</param>
/// <param name="Rows">The ways with their ranks; the limit has the rank 0.</param>
public sealed record Ranked(string Title, string? Limit, IReadOnlyList<(int Rank, Row Row)> Rows);
