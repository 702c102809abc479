namespace Codec.Bench.Report;

/// <summary>The figures of a question. A way that did not settle in most processes has none.</summary>
public sealed record Answer(string Id, IReadOnlyList<Row> Rows)
{
    /// <summary>Creates the answer from the times of several processes.</summary>
    /// <remarks>
    /// A process may be slower as a whole, so its times are scaled to the same time of the reference, which is the median over the processes.
    /// </remarks>
    public static Answer Of(Question question, IReadOnlyList<IReadOnlyList<Sample>> processes, bool isWithChanging = false)
    {
        double reference = Measurement.MedianOf(processes.Select(process => process[0].Median));
        List<Row> rows = [];
        for (int index = 0; index < question.Ways.Count; index++)
        {
            (Sample Sample, double Scale)[] settled = [.. processes.Where(process => IsCounted(process[index].Settling))
                .Select(process => (process[index], reference / process[0].Median / question.Operations))];
            if (settled.Length * 2 > processes.Count)
            {
                rows.Add(new Row(
                    question.Ways[index].Name,
                    Measurement.MedianOf(settled.Select(one => one.Sample.Median * one.Scale)),
                    settled.Min(one => one.Sample.FirstQuartile * one.Scale),
                    settled.Max(one => one.Sample.ThirdQuartile * one.Scale),
                    settled.Max(one => one.Sample.BytesAllocated) / question.Operations,
                    settled[0].Sample.PayloadBytes));
            }
        }

        return new Answer(question.Id, rows);

        bool IsCounted(Settling settling) => settling == Settling.Settled || (isWithChanging && settling == Settling.Changing);
    }

    /// <summary>Returns the fastest of some ways, or <see langword="null"/>.</summary>
    public Row? Fastest(Func<string, bool> isChosen) => Rows.Where(row => isChosen(row.Name)).MinBy(row => row.Figure);

    /// <summary>
    /// Returns the rows with their ranks: the limit first, without a rank, then by time. Ways share a rank if the intervals of all of them overlap.
    /// </summary>
    public IReadOnlyList<(int Rank, Row Row)> Ranked(string? limit)
    {
        List<(int, Row)> ranked = [.. Rows.Where(row => row.Name == limit).Select(row => (0, row))];
        int rank = 1;
        double leastHigh = double.NegativeInfinity;
        foreach ((int index, Row row) in Rows.Where(row => row.Name != limit).OrderBy(row => row.Figure).Index())
        {
            // A wide interval does not connect two ways whose intervals do not overlap.
            (rank, leastHigh) = row.Low > leastHigh ? (index + 1, row.High) : (rank, double.Min(leastHigh, row.High));
            ranked.Add((rank, row));
        }

        return ranked;
    }
}
