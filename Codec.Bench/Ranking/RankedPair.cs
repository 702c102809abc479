namespace Codec.Bench.Ranking;

/// <summary>The fastest way of this library and the fastest peer.</summary>
public sealed record RankedPair(string Ours, string Peer, double Low, double High)
{
    public string First => Low > 1 ? Ours : High < 1 ? Peer : $"{Ours} or {Peer}";

    public string Interval => Low > 1 ? $"{Between(Low, High)} as fast as {Peer}"
        : High < 1 ? $"{Between(1 / High, 1 / Low)} as fast as {Ours}"
        : $"the order is open: {Between(Low, High)} as fast";

    /// <summary>Returns the pair, or <see langword="null"/> if no way of a side has a figure.</summary>
    internal static RankedPair? Of(Question question, Answer answer, IReadOnlyList<IReadOnlyList<Sample>> processes)
    {
        if (answer.Fastest(question.Own.Contains) is not { } ours || answer.Fastest(question.IsPeer) is not { } peer)
        {
            return null;
        }

        // Both take turns in each process, so their ratio depends less on other load than their times.
        double[] ratios = [.. processes.Select(process => (Peer: Find(process, peer), Ours: Find(process, ours)))
            .Where(one => one.Peer.Settling != Settling.Compiling && one.Ours.Settling != Settling.Compiling)
            .Select(one => one.Peer.Median / one.Ours.Median).Order()];
        return new RankedPair(ours.Name, peer.Name, ratios[0], ratios[^1]);

        Sample Find(IReadOnlyList<Sample> process, Row row) => process[question.Ways.Index().First(way => way.Item.Name == row.Name).Index];
    }

    private static string Between(double low, double high) => $"between {Figures.Times(low)} and {Figures.Times(high)}";
}
