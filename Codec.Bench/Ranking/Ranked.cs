namespace Codec.Bench.Ranking;

public sealed record Ranked(string Title, IReadOnlyList<(int Rank, Row Row)> Rows, RankedPair? Pair, IReadOnlyList<string> Unsettled)
{
    internal static Ranked Of(string title, Question question, IReadOnlyList<IReadOnlyList<Sample>> processes)
    {
        var answer = Answer.Of(question, processes, isWithChanging: true);
        return new Ranked(title, answer.Ranked(question.Limit), RankedPair.Of(question, answer, processes),
            [.. question.Ways.Select(way => way.Name).Except(answer.Rows.Select(row => row.Name))]);
    }
}
