using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Spectre.Console;

namespace Codec.Bench.Ranking;

/// <summary>A ranking in the terminal: a table, bars and the advice.</summary>
internal static class RankingReport
{
    /// <summary>The width of the ranking, in characters: that of a small terminal.</summary>
    internal const int Width = 80;

    /// <summary>The longest bar, in characters: with the other columns, it fits into <see cref="Width"/> up to 9999.99 ns ±999.99 and a ratio of 99,999.</summary>
    private const int LongestBar = 9;

    internal static void Print(IAnsiConsole console, RankingQuestion question, IReadOnlyList<RankedEntry> ranked)
    {
        console.Profile.Width = Math.Min(console.Profile.Width, Width);
        console.WriteLine();
        console.Write(new Rule(Markup.Escape(question.Title)).LeftJustified());
        Table table = new Table().Border(TableBorder.Horizontal)
            .AddColumn(new TableColumn("Rank").Padding(0, 0, 1, 0).NoWrap())
            .AddColumn(new TableColumn("Way").Padding(0, 0, 1, 0).NoWrap())
            .AddColumn(new TableColumn("Time").RightAligned().Padding(0, 0, 1, 0).NoWrap())
            .AddColumn(new TableColumn("Ratio").RightAligned().Padding(0, 0, 1, 0).NoWrap())
            .AddColumn(new TableColumn("Allocated").RightAligned().Padding(0, 0, 1, 0).NoWrap())
            .AddColumn(new TableColumn(string.Empty).Padding(0, 0, 1, 0).NoWrap());
        double longest = ranked.Max(row => row.Entry.Nanoseconds);
        foreach (RankedEntry row in ranked)
        {
            Color color = row.Rank switch { 0 => Color.Grey, 1 => Color.Green, _ => Color.Yellow };
            table.AddRow(
                new Text(row.IsUnclear ? "?" : row.Rank == 0 ? "–" : Text($"{row.Rank}"), new Style(color)),
                new Text(row.Entry.Name, new Style(color)),
                new Text(RankingText.Time(row.Entry)),
                new Text(Text($"{row.Ratio:0.00}x")),
                new Text(Text($"{row.Entry.BytesAllocated:0.#} B")),
                new Text(RankingBar.Of(row.Entry.Nanoseconds / longest, LongestBar), new Style(color)));
        }

        console.Write(table);
        console.WriteLine(RankingAdvice.Sentence(question, ranked));
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
