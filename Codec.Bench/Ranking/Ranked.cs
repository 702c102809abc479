namespace Codec.Bench.Ranking;

/// <summary>An answer of the ranking.</summary>
/// <param name="Title">The question.</param>
/// <param name="Rows">The ways with their ranks.</param>
/// <param name="Pair">The best of both sides, or <see langword="null"/> if a side has no figure.</param>
/// <param name="Unsettled">The ways that have no figure, because the JIT still compiled them.</param>
public sealed record Ranked(string Title, IReadOnlyList<(int Rank, Row Row)> Rows, RankedPair? Pair, IReadOnlyList<string> Unsettled)
{
    internal static Ranked Of(string title, Question question, IReadOnlyList<IReadOnlyList<Sample>> processes)
    {
        var answer = Answer.Of(question, processes, isWithChanging: true);
        return new Ranked(title, answer.Ranked(question.Limit), RankedPair.Of(question, answer, processes),
            [.. question.Ways.Select(way => way.Name).Except(answer.Rows.Select(row => row.Name))]);
    }
}
