using Codec.Bench.Ranking;
using Group = Codec.Bench.Report.Group;

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
            | limit: Raw | 0.50 ns | – |
            | Store | **0.55 ns**, 1.10x | – |
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
    public void The_README_compares_with_the_fastest_of_what_people_use()
    {
        Dictionary<string, Results> results = new() { ["page"] = Results };
        Question question = Question with { Own = ["Store"], Ways = [.. Question.Ways, new("Old", "A.Old")] };
        string readme = Markdown.Readme($"a\n{Markdown.Begin}\nold\n{Markdown.End}\nb",
            [new Headline("a header", "page", question), new Headline("lost", "page", question with { Own = ["New"] })], results);
        Assert.That(readme, Does.StartWith("a\n" + Markdown.Begin).And.EndWith(Markdown.End + "\nb").And
            .Contain("| a header | Store: 0.55 ns | Old: 1.00 ns | 1.82x |").And.Not.Contain("lost"));
        Assert.That(() => Markdown.Readme("no lines", [], results), Throws.TypeOf<InvalidDataException>());
    }

    [Test]
    public void The_ranking_fits_80_columns_without_escape_codes_in_a_file([Values(80, 140)] int width)
    {
        using StringWriter writer = new();
        Row wide = new("generated packet, packed", 99_900, 123, 456_000, 102_400);
        RankingTable.Print(Codec.Bench.BenchConsole.Create(writer, width, isPlain: true),
            [new Ranked("A header into a span", [.. Answer.Ranked("Raw"), (4, wide)],
                new RankedPair("Store", "FlatBuffers, published package", 1.4, 2.1), ["New"]),
                new Ranked("Nothing", [], null, [])],
                "AMD EPYC, 2 cores, Debian GNU/Linux 12 (bookworm), X64; .NET 10.0.12; 2026");
        string[] lines = writer.ToString().Split('\n');
        Assert.That(lines.Select(line => line.TrimEnd().Length), Has.All.LessThanOrEqualTo(80));
        Assert.That(lines, Has.Some.EqualTo("A header into a span: Store").And.Some.StartsWith("Not settled: New").And
            .Some.EqualTo("  between 1.40x and 2.10x as fast as FlatBuffers, published package")
            .And.Some.StartsWith("Nothing: not settled").And.None.Contain('\u001b'));
        Assert.That(lines, Has.Some.Matches(@"1 +Store +0\.55 ns +0\.53–0\.60 +1\.10x +0 B").And.Some
            .Matches(@"4 +generated packet, packed .* 100 KB"));
    }

    [TestCase(14, 21, "Ours", "between 1.40x and 2.10x as fast as Best")]
    [TestCase(5, 8, "Best", "between 1.25x and 2.00x as fast as Ours")]
    [TestCase(9, 12, "Ours or Best", "the order is open: between 0.90x and 1.20x as fast")]
    public void An_answer_has_an_interval_and_is_refused_only_if_the_order_is_open(double low, double high, string first, string interval)
    {
        // The machine is busy: all times change, and the processes differ by far more than the ratio does.
        Question question = new("", "", [.. ((string[])["Limit", "Ours", "Worst", "Best", "Compiling"]).Select(name => new Way(name, ""))])
        {
            Limit = "Limit",
            Own = ["Ours"],
        };
        Sample[][] processes = [.. ((double[])[low, high, (low + high) / 2]).Zip([1, 5, 2], (best, load) => ((double[])[1, 10, 90, best, 1])
            .Select(time => Time(time * load) with { Settling = Settling.Changing }).ToArray())];
        Array.ForEach(processes, process => process[4] = process[4] with { Settling = Settling.Compiling });
        var ranked = Ranked.Of("", question, processes);
        Assert.That((ranked.Pair!.First, ranked.Pair.Interval), Is.EqualTo((first, interval)));
        Assert.That(ranked.Unsettled, Is.EqualTo((string[])["Compiling"]));
        Array.ForEach(processes, process => process[1] = process[4]);
        Assert.That(Ranked.Of("", question, processes).Pair, Is.Null);
    }

    [Test]
    public void The_ranking_says_how_long_it_will_take_and_what_is_left([Values] bool isRedirected)
    {
        ManualClock clock = new();
        using StringWriter writer = new();
        RankingProgress progress = new(writer, isRedirected, 18, () => clock.Now);
        progress.Announce(6);
        progress.Next("A header", isNewQuestion: true);
        clock.Now = TimeSpan.FromSeconds(10);
        progress.Next("A header", isNewQuestion: false);
        clock.Now = TimeSpan.FromSeconds(24);
        progress.Next("A packet", isNewQuestion: true);
        progress.Dispose();
        string[] lines = writer.ToString().Split('\n', '\r').Select(line => line.TrimEnd()).Where(line => line.Length > 0).ToArray();
        string[] all = ["Measures 6 questions, 18 processes: about 36 s on two idle cores.", "[1/18] A header: 36 s left",
            "[2/18] A header: 170 s left", "[3/18] A packet: 192 s left"];
        Assert.That(lines, Is.EqualTo(isRedirected ? all.Where(line => line[1] != '2') : all));
    }

    private static Sample Time(double time) => new("", time, time, time, 1, 0, null, Settling.Settled);
}
