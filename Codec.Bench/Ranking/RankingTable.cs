using Spectre.Console;

namespace Codec.Bench.Ranking;

/// <summary>Prints the ranking for a terminal of 80 columns.</summary>
internal static class RankingTable
{
    internal const int Width = 80;

    /// <summary>Prints the machine, a table for each question, the answers, which stay in sight, and the next commands.</summary>
    internal static void Print(IAnsiConsole console, IReadOnlyList<Ranked> answers, string origin)
    {
        console.Profile.Width = Math.Min(console.Profile.Width, Width);
        console.WriteLine(origin);
        foreach (Ranked answer in answers.Where(answer => answer.Rows.Count > 0))
        {
            console.WriteLine();
            console.Write(new Rule(Markup.Escape(answer.Title)).LeftJustified());
            console.Write(Table(answer));
            if (answer.Unsettled.Count > 0)
            {
                console.WriteLine($"Not settled: {string.Join(", ", answer.Unsettled)}");
            }
        }

        console.WriteLine("Ratio: to the limit, or to the fastest; ways share a rank if their intervals overlap");
        console.WriteLine();
        foreach (Ranked answer in answers)
        {
            console.Write(new Text(answer.Title + ": "));
            console.Write(new Text(answer.Pair?.First ?? "not settled", new Style(answer.Pair is null ? Color.Red : Color.Green)));
            console.WriteLine();
            if (answer.Pair is { } pair)
            {
                console.WriteLine($"  {pair.Interval}");
            }
        }

        console.WriteLine();
        console.WriteLine("Next: dotnet run -c Release --project Codec.Bench -- COMMAND");
        console.WriteLine("  report --only serializers   every message");
        console.WriteLine("  report --only runtimes      what another runtime gains");
        console.WriteLine("  budgets --filter header     the library's promises");
    }

    private static Table Table(Ranked answer)
    {
        Table table = new Table().Border(TableBorder.Horizontal);
        foreach (string heading in (string[])["Rank", "Way", "Time", "Interval", "Ratio", "Allocated"])
        {
            TableColumn column = new(heading) { NoWrap = true, Padding = new Padding(0, 0, 1, 0) };
            table.AddColumn(heading is "Rank" or "Way" ? column : column.RightAligned());
        }

        foreach ((int rank, Row row) in answer.Rows)
        {
            Style style = new(rank switch { 0 => Color.Grey, 1 => Color.Green, _ => Color.Default });
            string first = rank == 0 ? "limit" : rank.ToString(CultureInfo.InvariantCulture);
            string ratio = row == answer.Rows[0].Row ? "" : Figures.Times(row.Figure / answer.Rows[0].Row.Figure);
            table.AddRow(new Text(first, style), new Text(row.Name, style), new Text(Figures.Time(row.Figure)),
                new Text(Figures.Interval(row, isInBytes: false)), new Text(ratio), new Text(Figures.Bytes(row.Bytes)));
        }

        return table;
    }
}
