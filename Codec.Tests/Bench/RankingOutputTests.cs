using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Bench;
using Codec.Bench.Ranking;
using NUnit.Framework;
using Spectre.Console;

namespace Codec.Tests.Bench;

/// <summary>What the ranking writes: on a terminal of 80 columns, and into a file or a pipe.</summary>
public sealed class RankingOutputTests
{
    private static readonly RankingQuestion Question = new(
        "A header into an array at an offset", "To write a header into an array", "RawStore", "a raw 32-bit store", BaselineIsLimit: true, "UnalignedStore");

    private static readonly RankingEntry[] Entries =
    [
        new("RawStore", 0.41, 0.01, 0, IsLimit: true), new("UnalignedStore", 0.42, 0.02, 0), new("BinaryPrimitives", 0.43, 0.3, 0),
        new("BitConverter", 1410.81, 114.25, 1064), new("Marshal", 9999.99, 999.99, 10240),
    ];

    [Test]
    public void It_fits_80_columns([Values(80, 140)] int width, [Values] bool isPlain)
    {
        string[] lines = WithoutEscapes(Render(width, isPlain)).Split('\n');
        Assert.That(lines.Select(line => line.TrimEnd().Length), Has.All.LessThanOrEqualTo(80));
        foreach (RankingEntry entry in Entries)
        {
            string row = lines.First(line => line.Contains(entry.Name));
            Assert.That(row, Does.Contain(RankingText.Time(entry)), "A row is one line.");
        }

        Assert.That(lines.Count(line => line.Contains("Ratio") && line.Contains("Allocated")), Is.EqualTo(1), "And the heading is one line.");
        Assert.That(lines, Has.Some.Contains("24390.22x"), "A ratio is not broken.");
    }

    [Test]
    public void Plain_text_has_no_escape_codes() => Assert.That(Render(80, isPlain: true), Does.Not.Contain('\u001b'));

    [TestCase(false, null, "xterm-256color", false)]
    [TestCase(false, "", "xterm-256color", false)]
    [TestCase(true, null, "xterm-256color", true)]
    [TestCase(false, "1", "xterm-256color", true)]
    [TestCase(false, null, "dumb", true)]
    public void A_file_a_pipe_NO_COLOR_and_a_dumb_terminal_get_plain_text(bool isRedirected, string? noColor, string term, bool isPlain) =>
        Assert.That(BenchConsole.IsPlain(isRedirected, noColor, term), Is.EqualTo(isPlain));

    [Test]
    public void The_progress_has_the_figures_of_the_table()
    {
        string table = Render(80, isPlain: true);
        foreach (RankingEntry entry in Entries)
        {
            string line = RankingText.Progress(1, 17, "HeaderSpanBenchmarks." + entry.Name, entry);
            string figure = line[(line.IndexOf(entry.Name, System.StringComparison.Ordinal) + entry.Name.Length)..].Trim();
            Assert.That(table, Does.Contain(" " + figure + " "));
            Assert.That(line, Has.Length.LessThanOrEqualTo(80));
        }

        Assert.That(RankingText.Progress(17, 17, "HeaderSpanBenchmarks.Marshal", null), Does.EndWith(" failed"));
    }

    [Test]
    public void An_entry_without_a_rank_is_marked() =>
        Assert.That(Render(80, isPlain: true).Split('\n').First(line => line.Contains("BinaryPrimitives")).TrimStart(), Does.StartWith("?"));

    private static string Render(int width, bool isPlain)
    {
        StringWriter writer = new();
        IAnsiConsole console = BenchConsole.Create(writer, width, isPlain);
        if (!isPlain)
        {
            console.Profile.Capabilities.Ansi = true;
            console.Profile.Capabilities.ColorSystem = ColorSystem.TrueColor;
        }

        IReadOnlyList<RankedEntry> ranked = RankingOrder.Of(Entries, "RawStore");
        RankingReport.Print(console, Question, ranked);
        return writer.ToString().ReplaceLineEndings("\n");
    }

    private static string WithoutEscapes(string text) => System.Text.RegularExpressions.Regex.Replace(text, "\u001b\\[[0-9;]*m", "");
}
