using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Bench.Commands;
using Codec.Bench.Reports;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>
/// Tests that the committed pages equal those that the report writes from the committed results, and contain the information that a reader needs.
/// </summary>
public sealed class ReportPagesTests
{
    private static readonly ReportData Committed = ReportData.Of(ReportPlan.All, ReportResults.Load(Repository.Root));

    private static readonly ReportProvenance Provenance = new("abc123", "a machine", "2026-11-22", ["Mono 6.8", ".NET 10.0.1"], 3, 101, IsRough: false);

    [Test]
    public void The_committed_pages_and_charts_match_the_committed_results()
    {
        IReadOnlyDictionary<string, string> pages = ReportPages.All(Committed);
        string[] differing = [.. pages.Where(page => !File.Exists(Repository.PathOf(page.Key)) || Repository.Read(page.Key) != page.Value).Select(page => page.Key)];
        Assert.That(differing, Is.Empty, "dotnet run -c Release --project Codec.Bench -- report --render writes them.");
        Assert.That(Directory.GetFiles(Repository.PathOf(ReportPages.Folder)).Select(file => ReportPages.Folder + Path.GetFileName(file)), Is.SubsetOf(pages.Keys));
    }

    [Test]
    public void The_front_page_has_ten_questions_each_with_one_sentence_and_a_page()
    {
        string[] lines = ReportMarkdown.Front(Committed).Split('\n');
        string[] questions = [.. lines.Where(line => line.StartsWith("## ", StringComparison.Ordinal) && line.EndsWith('?'))];
        Assert.That(questions, Has.Length.EqualTo(10).And.Unique);
        Assert.That(lines, Has.Length.LessThan(100), "One page.");
        Assert.That(lines.Count(line => line.EndsWith(".md)", StringComparison.Ordinal)), Is.EqualTo(10));
        Assert.That(lines.Count(line => line.StartsWith("![", StringComparison.Ordinal)), Is.EqualTo(Committed.Sections.Count(section => section.Tables.Count + section.Curves.Count > 0)));
    }

    [Test]
    public void Every_saved_table_is_in_the_plan_and_table_ids_are_unique()
    {
        string[] planned = [.. ReportPlan.All.SelectMany(topic => topic.Sources).Select(source => source.Id)];
        Assert.That(planned, Is.Unique);
        Assert.That(ReportResults.Load(Repository.Root).Values.SelectMany(result => result.Tables).Select(table => table.Id), Is.SubsetOf(planned));
        Assert.That(ReportPlan.All.SelectMany(topic => topic.Front.Except(topic.Sources.Select(source => source.Block))), Is.Empty, "A front page draws blocks that exist.");
    }

    [Test]
    public void A_result_round_trips_through_JSON()
    {
        ReportResult result = new(
            "serializers", Provenance, [new("one", [new("Ä \"way\"", 10.0 / 3, 1e-7, 12345678.9, 0, 52, 1.5), new("b", 1, 1, 1, 0)], [new("c", "it is missing")])], ["d: not here"]);
        string text = ReportResults.ToJson(result);
        ReportResult read = ReportResults.FromJson(text, "file");
        Assert.That(ReportResults.ToJson(read), Is.EqualTo(text));
        Assert.That(read.Tables[0].Rows, Is.EqualTo(result.Tables[0].Rows));
        Assert.That((read.Provenance.Machine, read.Missing[0]), Is.EqualTo(("a machine", "d: not here")));
    }

    [TestCase("")]
    [TestCase("{}")]
    [TestCase("{\"section\":\"a\",\"provenance\":")]
    [TestCase("{\"section\":\"a\",\"provenance\":{\"commit\":\"c\",\"machine\":\"m\",\"date\":\"d\",\"versions\":[],\"processes\":1,\"samples\":1,\"isRough\":false},\"tables\":[{\"id\":\"t\",\"rows\":null,\"absent\":[]}],\"missing\":[]}")]
    [TestCase("{\"section\":\"a\",\"provenance\":{\"commit\":\"c\"},\"tables\":[],\"missing\":[]}")]
    public void A_damaged_result_is_rejected_with_the_file_name(string text) =>
        Assert.That(() => ReportResults.FromJson(text, "streams.json"), Throws.InstanceOf<InvalidDataException>().With.Message.StartsWith("streams.json"));

    [Test]
    public void A_second_file_of_a_section_is_rejected_with_its_name()
    {
        string root = Directory.CreateTempSubdirectory("codec-report").FullName;
        try
        {
            ReportResult result = new("streams", Provenance, [], []);
            ReportResults.Save(root, result);
            Assert.That(ReportResults.Load(root).Keys, Is.EqualTo((string[])["streams"]));
            File.WriteAllText(Path.Combine(root, ReportResults.Folder, "z-copy.json"), ReportResults.ToJson(result));
            Assert.That(() => ReportResults.Load(root), Throws.InstanceOf<InvalidDataException>().With.Message.Contains("z-copy.json has the section 'streams'"));
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    [Test]
    public void Without_results_every_page_shows_the_command_that_measures_it()
    {
        ReportData none = ReportData.Of(ReportPlan.All, new Dictionary<string, ReportResult>());
        Assert.That(ReportPages.All(none).Keys, Has.None.EndsWith(".svg"));
        foreach (ReportSection section in none.Sections.Where(section => section.Id != "sizes"))
        {
            Assert.That(ReportMarkdown.Page(section, none), Does.Contain("Not measured yet.").And.Contain($"-- report --only {section.Id}`"));
        }

        Assert.That(ReportMarkdown.Front(none), Does.Contain("| not yet | | | |"));
    }

    [TestCase("streams: it is missing")]
    [TestCase("streams: it is missing.")]
    public void What_was_not_measured_ends_with_one_period(string missing)
    {
        ReportSection section = new("streams", "Streams", "", [], [missing]) { Provenance = Provenance };
        Assert.That(ReportMarkdown.Page(section, new ReportData([section])), Does.Contain("\n- streams: it is missing.\n"));
    }

    [Test]
    public void Sizes_are_listed_beside_times_and_network_times_are_computed_from_both()
    {
        ReportSection serializers = new(
            "serializers", "Serializers", "",
            [
                new ReportTable("w", "W", [new("generated packet", 100, 90, 110, 0, 1000), new("JSON", 500, 400, 600, 0, 3000)], "generated packet")
                {
                    Block = "Written", Column = "Chat", Reference = new("generated packet", [new("generated packet", 1), new("MemoryPack", 4, 496)]),
                },
                new ReportTable("r", "R", [new("generated packet", 50, 40, 60, 0, 1000), new("JSON", 900, 800, 990, 0, 3000)], "generated packet")
                {
                    Block = "Read", Column = "Chat", Reference = new("generated packet", [new("generated packet", 1), new("MemoryPack", 20, 496)]),
                },
            ],
            [])
        { Provenance = Provenance };
        Assert.That(EndToEnd.Nanoseconds(100, 50, 1000, 10e6), Is.EqualTo(800_150));
        ReportTable reading = serializers.Tables[1];
        ReportRow verified = reading.Rows[0] with { VerifyNanoseconds = 70 };
        ReportSection packed = serializers with
        {
            Tables = [serializers.Tables[0] with { Rows = [.. serializers.Tables[0].Rows, new("generated packet, packed", 200, 190, 210, 0, 500)] }, reading with { Rows = [verified, reading.Rows[1], new("generated packet, packed", 150, 140, 160, 0, 500)] }],
        };
        Assert.That(ReportMarkdown.Page(EndToEnd.Section(packed), new ReportData([packed])),
            Does.Contain("| Chat | generated packet | 1,000 B | 100 ns | 70.0 ns | 50.0 ns | 800 µs | 8.22 µs |")
                .And.Contain("| Chat | generated packet, packed | 500 B | 200 ns | 70.0 ns | 150 ns | 400 µs | 4.42 µs |"));
        string page = ReportMarkdown.Page(EndToEnd.Section(serializers), new ReportData([serializers]));
        Assert.That(page, Does.Contain("computed")
            .And.Contain("| Chat | generated packet | 1,000 B | 100 ns | – | 50.0 ns | 800 µs | 8.15 µs |")
            .And.Contain("| Chat | JSON | 3,000 B | 500 ns | – | 900 ns | 2.40 ms | 25.4 µs |")
            .And.Contain("| Chat | MemoryPack (by reference) | 500 B | ≈ 400 ns | – | ≈ 1.00 µs | ≈ 401 µs | ≈ 5.40 µs |"));
        Assert.That(
            ReportSummary.Sentence(EndToEnd.Section(serializers)),
            Is.EqualTo("Over 10 Mbit/s (computed), the fastest of the measured ways are generated packet for Chat; over 1 Gbit/s (computed), generated packet for Chat."));
        ReportSection sizes = EndToEnd.Section(serializers);
        Assert.That(page, Does.Contain("- computed from the medians and intervals of [serializers.md](serializers.md)\n").And.Not.Contain("the median of"));
        Assert.That(sizes.Tables[1].Rows.Select(row => (row.Name, row.Low, row.High)), Is.EqualTo(new[] { ("generated packet", 8130.0, 8170.0), ("JSON", 25_200.0, 25_590.0) }));
        Assert.That(ReportChart.Draw([.. sizes.Blocks]), Does.Contain("class=\"reference\"").And.Contain("≈ 401 µs").And.Contain("≈ 5.40 µs"));
        ReportTable tied = serializers.Tables[0] with { Rows = [.. serializers.Tables[0].Rows, new ReportRow("close", 105, 95, 115, 0, 1000)] };
        ReportTable tiedRead = serializers.Tables[1] with { Rows = [.. serializers.Tables[1].Rows, new ReportRow("close", 55, 45, 65, 0, 1000)] };
        Assert.That(
            ReportSummary.Sentence(EndToEnd.Section(serializers with { Tables = [tied, tiedRead] })),
            Does.EndWith("over 1 Gbit/s (computed), generated packet or close for Chat."));
        Assert.That(ReportMarkdown.Page(serializers, new ReportData([serializers])), Does.Contain("| 1 | generated packet | 50.0 ns | 40.0 ns – 60.0 ns | 1.00x | 0 B | 1,000 B |"));
    }

    [Test]
    public void Runtimes_are_columns_beside_the_speedup_of_the_newest()
    {
        ReportTable old = new("mono-a", "Mono 6.8: a header", [new("Store", 10, 9, 11, 0), new("Raw", 5, 4, 6, 0), new("Gone", 7, 6, 8, 0)], "Store", "Raw") { Block = "A header", Column = "Mono 6.8" };
        ReportTable now = old with { Column = ".NET 10.0.1", Rows = [new("Store", 2, 1.9, 2.1, 0), new("Raw", 1, 0.9, 1.1, 0)], Absent = [new("Gone", "it did not settle")] };
        ReportSection section = new("runtimes", "Runtimes", "Same code.", [old, now], []) { IsByRuntime = true, Provenance = Provenance };
        Assert.That(
            ReportMarkdown.Page(section, new ReportData([section])),
            Does.Contain("| | Mono 6.8 | .NET 10.0.1 | Mono 6.8 to .NET 10.0.1 |")
                .And.Contain("| Store | 10.0 ns (9.00 ns – 11.0 ns), 0 B | 2.00 ns (1.90 ns – 2.10 ns), 0 B | 5.00x |")
                .And.Contain("| limit: Raw | 5.00 ns").And.Contain("| Gone | 7.00 ns (6.00 ns – 8.00 ns), 0 B | it did not settle | – |"));
        Assert.That(ReportSummary.Sentence(section), Is.EqualTo("The older runtime's time as a multiple of the newer one's: a header, 5.00x (Mono 6.8 to .NET 10.0.1)."));
    }

    [Test]
    public void Pages_with_peer_references_show_their_versions_date_and_machine()
    {
        foreach (ReportSection section in Committed.Sections.Where(section => section.Provenance is not null && section.Tables.Any(table => table.Reference is not null)))
        {
            string page = ReportMarkdown.Page(section, Committed);
            Assert.That(page, Does.Contain("2026-11-22").And.Contain("Intel Xeon, 2 cores").And.Contain(ReportReferences.Versions(section.Id)).And.Contain("Peers=true"));
        }
    }

    [Test]
    public void The_single_file_page_is_self_contained_and_renders_in_a_browser()
    {
        ExternalProgram.Require("chromium");
        string html = ReportHtml.Page(Committed);
        Assert.That(html, Does.Contain("<meta name=\"viewport\"").And.Contain("role=\"img\" aria-label=\""));
        Assert.That(html.Replace("http://www.w3.org/2000/svg", ""), Does.Not.Contain("http").And.Not.Contain("<script").And.Not.Contain("<img").And.Not.Contain("!["));
        string folder = Directory.CreateTempSubdirectory("codec-report").FullName;
        try
        {
            string file = Path.Combine(folder, "benchmarks.html");
            File.WriteAllText(file, html);
            string[] options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + Path.Combine(folder, "profile"), "--enable-logging=stderr"];
            (int exit, string output) = ExternalProgram.Run("chromium", [.. options, "--dump-dom", "file://" + file]);
            Assert.That(exit, Is.Zero, output);
            Assert.That(output.Split('\n').Where(line => line.Contains("CONSOLE", StringComparison.Ordinal)), Is.Empty);
            Assert.That(Occurrences(output, "<section id="), Is.EqualTo(Committed.Sections.Count + 1));
            Assert.That(Occurrences(output, "<svg"), Is.EqualTo(Occurrences(html, "<svg")).And.GreaterThanOrEqualTo(10));
            Assert.That(output, Does.Contain("<a href=\"#serializers\">").And.Contain("<section id=\"serializers\">").And.Contain("<td>generated packet</td>"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        static int Occurrences(string text, string part) => text.Split(part).Length - 1;
    }

    [Test]
    public void Sections_are_chosen_by_name()
    {
        Assert.That(Parse().Sections, Has.Count.EqualTo(ReportPlan.All.Count));
        Assert.That(Parse("--only", "streams,serializers").Sections.Select(topic => topic.Id), Is.EqualTo((string[])["serializers", "streams"]));
        Assert.That(Parse("--only", "streams, serializers").Sections.Select(topic => topic.Id), Is.EqualTo((string[])["serializers", "streams"]));
        Assert.That(Parse("--quick", "--only", "runtimes"), Has.Property("IsQuick").True.And.Property("Renders").False);
        Assert.That(Parse("--render"), Has.Property("Renders").True.And.Property("Html").Null);
        Assert.That(Parse("--html"), Has.Property("Renders").True.And.Property("Html").EqualTo(Path.Combine(Repository.Root, "artifacts", "benchmarks.html")));
        Assert.That(Parse("--html", "page.html").Html, Is.EqualTo("page.html"));
        Assert.That(Parse("--list").Lists, Is.True);
    }

    [TestCase("--nosuch", "--nosuch")]
    [TestCase("serializers", "serializers")]
    [TestCase("--only", "--only")]
    [TestCase("--only --quick", "No section follows --only")]
    [TestCase("--only ,", "No section follows --only")]
    [TestCase("--only ", "No section follows --only")]
    [TestCase("--render --only streams", "--render measures nothing")]
    [TestCase("--html page.html --only streams", "--html measures nothing")]
    [TestCase("--render --quick", "--render measures nothing")]
    [TestCase("--list --render", "--render measures nothing")]
    [TestCase("--only serializers,nosuch", "'nosuch'; the sections are header-writers, serializers")]
    public void Invalid_arguments_are_rejected(string arguments, string named) =>
        Assert.That(() => Parse(arguments.Split(' ')), Throws.ArgumentException.With.Message.Contains(named));

    private static ReportOptions Parse(params string[] arguments) => ReportOptions.Parse(arguments, ReportPlan.All);
}
