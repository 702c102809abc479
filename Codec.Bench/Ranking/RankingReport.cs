using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Spectre.Console;

namespace Codec.Bench.Ranking;

/// <summary>A ranking in the terminal: a table, bars and the advice.</summary>
internal static class RankingReport
{
    /// <summary>The longest bar, in characters: with the other columns, it fits into the 80 of a small terminal.</summary>
    private const int LongestBar = 14;

    internal static void Print(RankingQuestion question, IReadOnlyList<RankedEntry> ranked)
    {
        AnsiConsole.WriteLine();
        AnsiConsole.Write(new Rule(Markup.Escape(question.Title)).LeftJustified());
        Table table = new Table().Border(TableBorder.Horizontal)
            .AddColumn(new TableColumn("Rank").NoWrap())
            .AddColumn(new TableColumn("Way").NoWrap())
            .AddColumn(new TableColumn("Time").RightAligned().NoWrap())
            .AddColumn(new TableColumn("Ratio").RightAligned().NoWrap())
            .AddColumn(new TableColumn("Allocated").RightAligned().NoWrap())
            .AddColumn(new TableColumn(string.Empty).NoWrap());
        double longest = ranked.Max(row => row.Entry.Nanoseconds);
        foreach (RankedEntry row in ranked)
        {
            Color color = row.Rank switch { 0 => Color.Grey, 1 => Color.Green, _ => Color.Yellow };
            table.AddRow(
                new Text(row.Rank == 0 ? "–" : Text($"{row.Rank}"), new Style(color)),
                new Text(row.Entry.Name, new Style(color)),
                new Text(Text($"{row.Entry.Nanoseconds:0.00} ns ±{row.Entry.Noise:0.00}")),
                new Text(Text($"{row.Ratio:0.00}x")),
                new Text(Text($"{row.Entry.BytesAllocated:0.#} B")),
                new Text(RankingBar.Of(row.Entry.Nanoseconds / longest, LongestBar), new Style(color)));
        }

        AnsiConsole.Write(table);
        AnsiConsole.WriteLine(RankingAdvice.Sentence(question, ranked));
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
