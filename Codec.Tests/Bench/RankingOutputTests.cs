using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using Codec.Bench;
using Codec.Bench.Ranking;
using NUnit.Framework;
using Spectre.Console;

namespace Codec.Tests.Bench;

/// <summary>Tests the output of the ranking: on a terminal of 80 columns, and in a file or a pipe.</summary>
public sealed class RankingOutputTests
{
    private static readonly RankingQuestion Question = new(
        "A header into an array", "To write a header into an array", "RawStore", "a raw 32-bit store", BaselineIsLimit: true, "UnalignedStore");

    private static readonly RankingEntry[] Entries =
    [
        new("RawStore", 0.41, 0.01, 0, IsLimit: true), new("UnalignedStore", 0.42, 0.02, 0), new("BinaryPrimitives", 0.43, 0.3, 0),
        new("BitConverter", 1410.81, 114.25, 1064), new("Marshal", 9999.99, 999.99, 10240), new("ChunkedByteStream!", 123456.7, 9876.5, 10240),
    ];

    private static readonly RankingResult Result = new(
        "AMD EPYC, 2 cores, Debian GNU/Linux 12 (bookworm), X64", ".NET 10.0.12", "2026-11-22", 3, 41.3, new RankingNoise(0.03, 0.09, "Marshal", 0.28),
        [
            Answer(Entries),
            new RankingAnswer(
                Question with { Title = "A stream", Goal = "For a stream", Baseline = "MemoryStream", BaselineIsLimit = false },
                RankingOrder.Of([new("MemoryStream", 20, 9, 0), new("ResizingByteStream", 30, 1, 0)], "MemoryStream")),
        ]);

    [Test]
    public void The_output_fits_80_columns([Values(80, 140)] int width, [Values] bool isPlain)
    {
        string[] lines = WithoutEscapes(Render(width, isPlain)).Split('\n');
        Assert.That(lines.Select(line => line.TrimEnd().Length), Has.All.LessThanOrEqualTo(80));
        foreach (RankingEntry entry in Entries)
        {
            Assert.That(lines.Count(line => line.Contains(entry.Name) && line.Contains(RankingText.Time(entry))), Is.EqualTo(1), "A row is one line.");
        }

        Assert.That(lines.Count(line => line.Contains("Ratio") && line.Contains("Allocated")), Is.EqualTo(2), "And the headings are one line each.");
        Assert.That(lines, Has.Some.Contains("24390.22x"), "A ratio is not broken.");
    }

    [Test]
    public void Plain_text_has_no_escape_codes() => Assert.That(Render(80, isPlain: true), Does.Not.Contain('\u001b'));

    [TestCase(false, null, "xterm-256color", false)]
    [TestCase(false, "", "xterm-256color", false)]
    [TestCase(true, null, "xterm-256color", true)]
    [TestCase(false, "1", "xterm-256color", true)]
    [TestCase(false, null, "dumb", true)]
    public void Redirection_NO_COLOR_and_a_dumb_terminal_give_plain_text(bool isRedirected, string? noColor, string term, bool isPlain) =>
        Assert.That(BenchConsole.IsPlain(isRedirected, noColor, term), Is.EqualTo(isPlain));

    [Test]
    public void The_output_has_machine_noise_answers_tables_and_next_command_in_this_order()
    {
        string text = Render(80, isPlain: true);
        string[] parts = ["AMD EPYC, 2 cores", ".NET 10.0.12", "Noise: between processes", "A header into an array: UnalignedStore, 0.42 ns", "  To write a header into an array, use UnalignedStore",
            "A stream: not ranked", "This run is too noisy to rank", " Rank ", "Measured in 41 s, 3 processes each", "Next: dotnet run -c Release --project Codec.Bench", "-- report --only serializers"];
        int[] places = [.. parts.Select(part => text.IndexOf(part, StringComparison.Ordinal))];
        Assert.That(places, Is.Ordered.And.All.GreaterThanOrEqualTo(0), text);
    }

    [Test]
    public void The_JSON_output_has_the_machine_the_noise_and_every_entry()
    {
        using JsonDocument json = JsonDocument.Parse(Result.ToJson());
        JsonElement root = json.RootElement;
        Assert.That(root.GetProperty("machine").GetString(), Is.EqualTo("AMD EPYC, 2 cores, Debian GNU/Linux 12 (bookworm), X64"));
        Assert.That((root.GetProperty("runtime").GetString(), root.GetProperty("date").GetString(), root.GetProperty("processes").GetInt32()), Is.EqualTo((".NET 10.0.12", "2026-11-22", 3)));
        Assert.That(root.GetProperty("isRanked").GetBoolean(), Is.False);
        Assert.That(root.GetProperty("noise").GetProperty("drift").GetDouble(), Is.EqualTo(0.28));
        JsonElement question = root.GetProperty("questions")[0];
        Assert.That((question.GetProperty("title").GetString(), question.GetProperty("winner").GetString(), question.GetProperty("baseline").GetString()),
            Is.EqualTo(("A header into an array", "UnalignedStore", "RawStore")));
        Assert.That(question.GetProperty("advice").GetString(), Does.StartWith("To write a header into an array, use UnalignedStore"));
        JsonElement way = question.GetProperty("ways").EnumerateArray().Single(one => one.GetProperty("name").GetString() == "BitConverter");
        Assert.That((way.GetProperty("nanoseconds").GetDouble(), way.GetProperty("noise").GetDouble(), way.GetProperty("bytesAllocated").GetDouble()), Is.EqualTo((1410.81, 114.25, 1064.0)));
        Assert.That((way.GetProperty("rank").GetInt32(), way.GetProperty("isLimit").GetBoolean(), way.GetProperty("settling").GetString()), Is.EqualTo((3, false, "Settled")));
        Assert.That(root.GetProperty("questions")[1].GetProperty("winner").ValueKind, Is.EqualTo(JsonValueKind.Null));
    }

    [TestCase(0.02, "the run can be trusted.")]
    [TestCase(0.1, "To trust them, close other programs, use mains power, and run it again.")]
    [TestCase(0.2, "That is too much to trust the order. Run it on an idle machine, on mains power, outside of a shared virtual machine.")]
    public void The_noise_sentence_states_whether_the_run_is_reliable_and_how_to_improve_it(double typical, string end)
    {
        RankingNoise noise = new(typical, 0.31, "Shift", 0.28);
        Assert.That(noise.Sentence(isRanked: true), Does.Contain("(at most 31%: Shift)").And.Contain("the baselines themselves by up to 28%").And.EndsWith(end));
        Assert.That(noise.IsQuiet, Is.EqualTo(typical <= 0.05));
        Assert.That(noise.Sentence(isRanked: false), Does.Not.Contain("can be trusted"));
    }

    [Test]
    public void A_narrow_terminal_has_wrapped_paragraphs_and_no_bars()
    {
        string[] lines = Render(60, isPlain: true).Split('\n');
        Assert.That(lines.Select(line => line.TrimEnd().Length), Has.All.LessThanOrEqualTo(60));
        Assert.That(lines, Has.None.Contains("█"));
        string wrapped = RankingText.Wrap("Noise: " + Result.Noise.Sentence(Result.IsRanked), 60)[0];
        Assert.That(lines.Select(line => line.TrimEnd()), Does.Contain(wrapped));
    }

    [Test]
    public void The_noise_is_computed_from_the_entries_other_than_the_baseline()
    {
        RankingNoise noise = RankingNoise.Of([Answer(new("RawStore", 1, 0.9, 0, IsLimit: true), new("UnalignedStore", 2, 0.1, 0), new("Shift", 4, 1, 0), new("Marshal", 9, 0.9, 0))], 0.5);
        Assert.That(noise, Is.EqualTo(new RankingNoise(0.1, 0.25, "Shift", 0.5)));
        Assert.That(() => RankingNoise.Of([], 0), Throws.ArgumentException);
    }

    [TestCase("a bb ccc", 4, "a bb|ccc")]
    [TestCase("a bb ccc", 80, "a bb ccc")]
    [TestCase("abcdefgh i", 4, "abcdefgh|i")]
    public void A_paragraph_is_wrapped_at_spaces(string text, int width, string lines)
    {
        Assert.That(string.Join('|', RankingText.Wrap(text, width)), Is.EqualTo(lines));
        Assert.That(RankingText.Wrap(text, width + 2, "  "), Is.EqualTo(lines.Split('|').Select(line => "  " + line)));
    }

    [Test]
    public void An_entry_without_a_rank_is_marked_with_a_question_mark() =>
        Assert.That(Render(80, isPlain: true).Split('\n').First(line => line.Contains("BinaryPrimitives 0.43 ns") || line.Contains("BinaryPrimitives  ")).TrimStart(), Does.StartWith("?"));

    private static RankingAnswer Answer(params RankingEntry[] entries) => new(Question, RankingOrder.Of(entries, "RawStore"));

    private static string Render(int width, bool isPlain)
    {
        StringWriter writer = new();
        IAnsiConsole console = BenchConsole.Create(writer, width, isPlain);
        if (!isPlain)
        {
            console.Profile.Capabilities.Ansi = true;
            console.Profile.Capabilities.ColorSystem = ColorSystem.TrueColor;
        }

        RankingReport.Print(console, Result);
        return writer.ToString().ReplaceLineEndings("\n");
    }

    private static string WithoutEscapes(string text) => System.Text.RegularExpressions.Regex.Replace(text, "\u001b\\[[0-9;]*m", "");
}
