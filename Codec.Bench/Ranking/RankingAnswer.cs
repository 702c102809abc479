using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Ranking;

/// <summary>A question with the ranking that answers it.</summary>
/// <param name="Question">The question.</param>
/// <param name="Ranked">The ways with their ranks.</param>
public sealed record RankingAnswer(RankingQuestion Question, IReadOnlyList<RankedEntry> Ranked)
{
    /// <summary>Gets whether a way is first.</summary>
    public bool IsRanked => Ranked.Any(row => row.Rank == 1);

    /// <summary>
    /// Gets the recommended way: the library's default if it is first, otherwise the fastest one; <see langword="null"/> if nothing is ranked.
    /// </summary>
    public RankedEntry? Winner => Ranked.FirstOrDefault(row => row.Rank == 1 && row.Entry.Name == Question.Default) ?? Ranked.FirstOrDefault(row => row.Rank == 1);
}
