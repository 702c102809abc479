using System;
using System.Globalization;
using System.Linq;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Codec.Bench.Ranking;

/// <summary>Prints the ranking: the machine, the answers, a table with bars for each question, and the next commands to run.</summary>
internal static class RankingReport
{
    /// <summary>The width of the ranking in characters, which fits a small terminal.</summary>
    internal const int Width = 80;

    /// <summary>
    /// The length of the longest bar, in characters. With it, a row fits into <see cref="Width"/> up to a time of 9999.99 ns ±999.99 and a ratio of
    /// 99,999.
    /// </summary>
    private const int LongestBar = 7;

    private static readonly (string Command, string What)[] Next =
    [
        ("-- report --only serializers", "every serializer, every message"),
        ("-- runtimes", "the same on .NET 8 and Mono"),
        ("-- budgets --filter header", "what the library promises"),
        ("-- --help", "everything else"),
    ];

    internal static void Print(IAnsiConsole console, RankingResult result)
    {
        console.Profile.Width = Math.Min(console.Profile.Width, Width);
        console.WriteLine();
        Paragraph(console, $"{result.Machine}; {result.Runtime}; {result.Date}.");
        Paragraph(console, "Noise: " + result.Noise.Sentence(result.IsRanked));
        console.WriteLine();
        foreach (RankingAnswer answer in result.Answers)
        {
            string winner = answer.Winner is { } best ? $"{best.Entry.Name}, {RankingText.ShortTime(best.Entry.Nanoseconds)}" : "not ranked";
            console.Write(new Text(answer.Question.Title + ": "));
            console.Write(new Text(winner, new Style(answer.IsRanked ? Color.Green : Color.Red)));
            console.WriteLine();
            Paragraph(console, RankingAdvice.Sentence(answer.Question, answer.Ranked), "  ");
        }

        foreach (RankingAnswer answer in result.Answers)
        {
            Table(console, answer);
        }

        console.WriteLine();
        Paragraph(console, string.Create(
            CultureInfo.InvariantCulture,
            $"Measured in {result.Seconds:0} s, {result.Processes} processes each; ± is the largest deviation of a process from the ratio to the baseline. As JSON: --json."));
        console.WriteLine();
        console.WriteLine("Next: dotnet run -c Release --project Codec.Bench …");
        foreach ((string command, string what) in Next)
        {
            console.WriteLine($"  {command,-32} {what}");
        }
    }

    private static void Table(IAnsiConsole console, RankingAnswer answer)
    {
        console.WriteLine();
        console.Write(new Rule(Markup.Escape(answer.Question.Title)).LeftJustified());
        Table table = new Table().Border(TableBorder.Horizontal)
            .AddColumn(new TableColumn("Rank").Padding(0, 0, 1, 0).NoWrap())
            .AddColumn(new TableColumn("Way").Padding(0, 0, 1, 0).NoWrap())
            .AddColumn(new TableColumn("Time").RightAligned().Padding(0, 0, 1, 0).NoWrap())
            .AddColumn(new TableColumn("Ratio").RightAligned().Padding(0, 0, 1, 0).NoWrap())
            .AddColumn(new TableColumn("Allocated").RightAligned().Padding(0, 0, 1, 0).NoWrap());

        // A narrower terminal has no space for the bars.
        bool hasBars = console.Profile.Width >= Width;
        if (hasBars)
        {
            table.AddColumn(new TableColumn(string.Empty).Padding(0, 0, 1, 0).NoWrap());
        }

        double longest = answer.Ranked.Max(row => row.Entry.Nanoseconds);
        foreach (RankedEntry row in answer.Ranked)
        {
            Color color = row.Rank switch { 0 => Color.Grey, 1 => Color.Green, _ => Color.Yellow };
            IRenderable[] cells =
            [
                new Text(row.IsUnclear ? "?" : row.Rank == 0 ? "–" : Text($"{row.Rank}"), new Style(color)),
                new Text(row.Entry.Name, new Style(color)),
                new Text(RankingText.Time(row.Entry)),
                new Text(Text($"{row.Ratio:0.00}x")),
                new Text(Text($"{row.Entry.BytesAllocated:0.#} B")),
                new Text(RankingBar.Of(row.Entry.Nanoseconds / longest, LongestBar), new Style(color)),
            ];
            table.AddRow(hasBars ? cells : cells[..^1]);
        }

        console.Write(table);
    }

    private static void Paragraph(IAnsiConsole console, string text, string indent = "")
    {
        foreach (string line in RankingText.Wrap(text, console.Profile.Width, indent))
        {
            console.WriteLine(line);
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
