namespace Codec.Bench.Report;

public static class Markdown
{
    public const string Begin = "<!-- benchmarks: written by the report -->";

    public const string End = "<!-- /benchmarks -->";

    private const string Generated = "Written by `Codec.Bench -- report`; do not edit.";
    private const string Nothing = "–";

    // A narrower interval changes no conclusion. The saved results have all of them.
    private const double MinInterval = 0.2;

    /// <summary>Returns docs/benchmarks.md: a line for each page.</summary>
    public static string Front(IReadOnlyList<Page> pages, IReadOnlyDictionary<string, Results> results)
    {
        StringBuilder text = new($"# Benchmarks\n\n{Generated} [choosing.md](choosing.md) recommends; [benchmarking.md](benchmarking.md) describes the method.\n\n");
        text.Append("| page | measured | commit |\n|---|---|---|\n");
        foreach (Page page in pages)
        {
            text.Append(CultureInfo.InvariantCulture, $"| [{page.Title}](benchmarks/{page.Id}.md) | {(results.GetValueOrDefault(page.Id) is { } from
                ? $"{from.Date} | {from.Commit}" : "not yet | ")} |\n");
        }

        text.Append("\nRatios of libraries that the registry does not serve are in [elsewhere.md](benchmarks/elsewhere.md).\n");
        return text.ToString();
    }

    public static string Of(Page page, Results? results)
    {
        StringBuilder text = new($"# {page.Title}\n\n{Generated} [All pages](../benchmarks.md).\n\n");
        if (results is not null)
        {
            text.Append(CultureInfo.InvariantCulture, $"Measured on {results.Date}, commit {results.Commit}: {results.Machine}; ");
            text.Append(CultureInfo.InvariantCulture, $"{string.Join(", ", results.Runtimes)}; {results.Processes} processes. ");
        }

        text.Append(page.Conditions).Append('\n');
        foreach (Group group in page.Groups)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n## {group.Title}\n");
            text.Append(HasChart(group, results) ? $"\n![{group.Title}]({group.Chart}.png)\n" : "");
            text.Append(group.IsChartOnly ? "" : "\n" + (group.Questions[0].Unit is null ? Table(group, results) : UnitTable.Of(group, results)));
            text.Append(group.Note.Length > 0 ? "\n" + group.Note + "\n" : "");
        }

        if (page.HasPacketSizes && results is not null)
        {
            text.Append(Sizes(page.Groups[0], results));
        }

        return text.ToString();
    }

    /// <summary>Returns the table of a group. The first rank is bold; a ratio is that to the limit, or to the fastest way.</summary>
    public static string Table(Group group, Results? results)
    {
        Answer?[] answers = [.. group.Questions.Select(question => results?.Find(question))];
        IReadOnlyList<(int Rank, Row Row)>[] columns = [.. answers.Select((answer, index) => answer?.Ranked(group.Questions[index].Limit) ?? [])];
        IEnumerable<string> names = (group.IsOneJob ? columns.SelectMany(column => column).Select(ranked => ranked.Row.Name) : [])
            .Concat(group.Questions.SelectMany(question => question.Ways).Select(way => way.Name)).Distinct();
        StringBuilder text = new(
            $"| | {string.Join(" | ", group.Questions.Select(question => question.Title))} |\n|---|{string.Concat(columns.Select(_ => "---:|"))}\n");
        foreach (string name in names)
        {
            string isLimit = group.Questions.Any(question => question.Limit == name) ? "limit: " : "";
            text.Append(CultureInfo.InvariantCulture,
                $"| {isLimit}{name} | {string.Join(" | ", columns.Select(column => Cell(group, column, name)))} |\n");
        }

        return text.ToString();
    }

    /// <summary>Returns the README with another table.</summary>
    /// <exception cref="InvalidDataException">The README lacks the lines around the table.</exception>
    public static string Readme(string readme, IEnumerable<Headline> headlines, IReadOnlyDictionary<string, Results> results)
    {
        int begin = readme.IndexOf(Begin, StringComparison.Ordinal);
        int end = readme.IndexOf(End, StringComparison.Ordinal);
        if (begin < 0 || end < begin)
        {
            throw new InvalidDataException($"The README lacks {Begin} or {End}.");
        }

        StringBuilder text = new($"{readme[..begin]}{Begin}\n| | Codec | the fastest instead | times as long |\n|---|---:|---:|---:|\n");
        List<string> origins = [];
        foreach ((string title, string page, Question question) in headlines)
        {
            if (results.GetValueOrDefault(page) is { } from && from.Find(question) is { } answer
                && answer.Fastest(question.Own.Contains) is { } own && answer.Fastest(question.IsPeer) is { } peer)
            {
                string[] cells = [title, $"{own.Name}: {Figures.Time(own.Figure)}", $"{peer.Name}: {Figures.Time(peer.Figure)}",
                    Figures.Times(peer.Figure / own.Figure)];
                text.Append(CultureInfo.InvariantCulture, $"| {string.Join(" | ", cells)} |\n");
                origins.Add($"commit {from.Commit}, {from.Machine}");
            }
        }

        return text.Append(CultureInfo.InvariantCulture,
            $"\nMeasured: {string.Join("; ", origins.Distinct())}. All figures: [docs/benchmarks.md](docs/benchmarks.md).\n").Append(readme[end..])
                .ToString();
    }

    // A group without figures has no chart.
    private static bool HasChart(Group group, Results? results) =>
        group.Chart is not null && group.Questions.Any(question => results?.Find(question) is not null);

    private static string Cell(Group group, IReadOnlyList<(int Rank, Row Row)> column, string name)
    {
        (int rank, Row? row) = column.FirstOrDefault(ranked => ranked.Row.Name == name);
        if (row is null)
        {
            return Nothing;
        }

        string figure = Figures.Figure(row.Figure, group.IsInBytes);
        string interval = row.High - row.Low > MinInterval * Math.Abs(row.Figure) ? $" ({Figures.Interval(row, group.IsInBytes)})" : "";
        string ratio = group.IsOneJob && row != column[0].Row ? ", " + Figures.Times(row.Figure / column[0].Row.Figure) : "";
        string bytes = row.Bytes >= 0.5 ? ", " + Figures.Bytes(row.Bytes) : "";
        return (rank == 1 && group.IsOneJob && column.Count > 1 ? $"**{figure}**" : figure) + interval + ratio + bytes;
    }

    // The payloads that were written, with the header: ways as rows, and messages as columns.
    private static string Sizes(Group written, Results results)
    {
        StringBuilder text = new(
            $"\n## Packet sizes\n\n| bytes | {string.Join(" | ", written.Questions.Select(question => question.Title))} |\n|---|{string.Concat(written.Questions.Select(_ => "---:|"))}\n");
        foreach (string name in written.Questions.SelectMany(question => question.Ways).Select(way => way.Name).Distinct())
        {
            IEnumerable<string> cells = written.Questions
                .Select(question => results.Find(question)?.Rows.FirstOrDefault(row => row.Name == name)?.Payload is { } payload
                    ? (payload + Codec.Packets.PacketHeader.ByteCount).ToString("N0", CultureInfo.InvariantCulture) : Nothing);
            text.Append(CultureInfo.InvariantCulture, $"| {name} | {string.Join(" | ", cells)} |\n");
        }

        return text.ToString();
    }
}
