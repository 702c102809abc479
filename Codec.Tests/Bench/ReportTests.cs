using Codec.Bench.Ranking;

namespace Codec.Tests.Bench;

/// <summary>Tests the figures of a question, and the tables of the report and of the ranking.</summary>
public sealed class ReportTests
{
    private static readonly Question Question = new("header", "into a span",
        [new("Raw", "A.Raw"), new("Store", "A.Store"), new("Marshal", "A.Marshal"), new("New", "A.New")])
    { Limit = "Raw" };

    private static readonly Answer Answer = new("header",
        [new("Raw", 0.5, 0.49, 0.52), new("Marshal", 14_000, 12_000, 1_200_000, 24), new("Store", 0.55, 0.53, 0.6), new("Old", 1, 1, 1)]);

    private static readonly Results Results = new("page", "abc", "a machine", "2026-11-22", [".NET 10"], 3, [Answer]);

    [Test]
    public void Processes_are_scaled_to_the_same_time_of_the_reference()
    {
        Question question = Question with { Ways = [.. Question.Ways.Take(2)], Operations = 2 };
        Answer answer = Answer.Of(question, [[Time(10), Time(20)], [Time(20), Time(40)], [Time(40), Time(90)]]);
        Assert.That(answer.Rows.Select(row => (row.Name, row.Figure, row.Low, row.High)), Is
            .EqualTo(new[] { ("Raw", 10.0, 10.0, 10.0), ("Store", 20.0, 20.0, 22.5) }));
    }

    [Test]
    public void A_way_that_did_not_settle_in_most_processes_has_no_figure()
    {
        Question question = Question with { Ways = [.. Question.Ways.Take(2)] };
        Sample unsettled = Time(99) with { Settling = Settling.Changing };
        Assert.That(Answer.Of(question, [[Time(1), Time(2)], [Time(1), unsettled], [Time(1), Time(2)]]).Rows[1].High, Is.EqualTo(2));
        Assert.That(Answer.Of(question, [[Time(1), Time(2)], [Time(1), unsettled], [Time(1), unsettled]]).Rows, Has.Count.EqualTo(1));
    }

    [Test]
    public void Ways_share_a_rank_only_if_all_of_their_intervals_overlap()
    {
        Answer answer = new("", [new("C", 3, 2.5, 3.5), new("A", 1, 0.9, 2), new("Limit", 0.5, 0.5, 0.5), new("B", 1.5, 1, 2.6)]);
        Assert.That(answer.Ranked("Limit").Select(row => (row.Rank, row.Row.Name)), Is.EqualTo(new[] { (0, "Limit"), (1, "A"), (1, "B"), (3, "C") }));
    }

    [Test]
    public void A_table_has_the_limit_first_ratios_to_it_and_a_dash_for_what_was_not_measured() =>
        Assert.That(Markdown.Table(new Group("A header", [Question, Question with { Id = "other", Title = "into an array" }]), Results), Is
            .EqualTo("""
            | | into a span | into an array |
            |---|---:|---:|
            | limit: Raw | 0.50 ns (0.49–0.52) | – |
            | Store | **0.55 ns** (0.53–0.60), 1.10x | – |
            | Marshal | 14.0 µs (12.0 µs–1.20 ms), 28000x, 24 B | – |
            | New | – | – |

            """));

    [Test]
    public void Results_are_saved_with_a_line_for_each_question_and_four_digits()
    {
        string json = (Results with { Answers = [Answer, new Answer("x", [new Row("y", 123_456.789, 0.123_456, 2)])] }).ToJson();
        Assert.That(json.Split('\n'), Has.Length.EqualTo(5));
        Results read = Results.FromJson(json, "a.json");
        Assert.That((read.Find(Question)!.Rows.Count, read.Answers[1].Rows[0]), Is.EqualTo((3, new Row("y", 123_457, 0.1235, 2))));
        Assert.That(() => Results.FromJson("{", "a.json"), Throws.TypeOf<InvalidDataException>().With.Message.StartsWith("a.json has no results"));
    }

    [Test]
    public void The_README_compares_with_what_people_use()
    {
        Dictionary<string, Results> results = new() { ["page"] = Results };
        string readme = Markdown.Readme($"a\n{Markdown.Begin}\nold\n{Markdown.End}\nb",
            [new Headline("a header", "page", "header", "Store", "Marshal"), new Headline("lost", "page", "header", "Store", "None")], results);
        Assert.That(readme, Does.StartWith("a\n" + Markdown.Begin).And.EndWith(Markdown.End + "\nb").And
            .Contain("| a header | Store: 0.55 ns | Marshal: 14.0 µs | 25455x |").And.Not.Contain("lost"));
        Assert.That(() => Markdown.Readme("no lines", [], results), Throws.TypeOf<InvalidDataException>());
    }

    [Test]
    public void The_ranking_fits_80_columns_without_escape_codes_in_a_file([Values(80, 140)] int width)
    {
        using StringWriter writer = new();
        Row wide = new("generated packet, packed", 99_900, 123, 456_000, 102_400);
        RankingTable.Print(Codec.Bench.BenchConsole.Create(writer, width, isPlain: true),
            [new Ranked("A header into a span", "Raw", [.. Answer.Ranked("Raw"), (4, wide)]), new Ranked("Nothing", null, [])],
                "AMD EPYC, 2 cores, Debian GNU/Linux 12 (bookworm), X64; .NET 10.0.12; 2026");
        string[] lines = writer.ToString().Split('\n');
        Assert.That(lines.Select(line => line.TrimEnd().Length), Has.All.LessThanOrEqualTo(80));
        Assert.That(lines, Has.Some.StartsWith("A header into a span: Store").And.Some.StartsWith("Nothing: not settled").And.None.Contain('\u001b'));
        Assert.That(lines, Has.Some.Matches(@"1 +Store +0\.55 ns +0\.53–0\.60 +1\.10x +0 B").And.Some
            .Matches(@"4 +generated packet, packed .* 100 KB"));
    }

    private static Sample Time(double time) => new("", time, time, time, 1, 0, null, Settling.Settled);
}
