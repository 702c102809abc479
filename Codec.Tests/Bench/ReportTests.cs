using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Bench.Reports;
using NUnit.Framework;

namespace Codec.Tests.Bench;

public sealed class ReportTests
{
    private static readonly ReportTable Table = new(
        "writers",
        "Writers <all>",
        [
            new ReportRow("Slow", 900, 850, 990, 64, 12),
            new ReportRow("Default", 10.4, 10, 11, 0, 10),
            new ReportRow("Other", 10.2, 9.9, 10.5, 0, 10),
            new ReportRow("Raw", 9, 8.9, 9.1, 0),
        ],
        "Default",
        "Raw")
    {
        Absent = [new ReportAbsence("Elsewhere", "not in the build")],
        Reference = new ReportReference("Default", [new("Default", 1), new("Slow", 40), new("Elsewhere", 2.5, 7, "9 B")]),
    };

    private static readonly ReportProvenance Provenance = new("abc123", "a machine", "2026-11-22", [".NET 10"], 3, 101, IsRough: false);

    private static readonly ReportSection Section = new("s", "Section", "This holds here.", [Table], ["the other (it is missing)"])
    {
        Question = "Which writer?",
        Provenance = Provenance,
    };

    private static readonly ReportData Data = new([Section]);

    [Test]
    public void Rows_whose_intervals_overlap_share_a_rank_and_the_limit_has_none() =>
        Assert.That(
            Table.Ranked().Select(row => (row.Rank, row.Row.Name)),
            Is.EqualTo(new[] { (0, "Raw"), (1, "Other"), (1, "Default"), (3, "Slow") }));

    [Test]
    public void A_wide_interval_does_not_tie_rows_that_do_not_overlap_each_other()
    {
        ReportTable table = new("t", "T", [new("Wide", 7, 5, 900, 0), new("Near", 9, 8, 12, 0), new("Far", 800, 600, 950, 0), new("Farther", 900, 850, 990, 0)]);
        Assert.That(
            table.Ranked().Select(row => (row.Rank, row.Row.Name)),
            Is.EqualTo(new[] { (1, "Wide"), (1, "Near"), (3, "Far"), (3, "Farther") }));
    }

    [Test]
    public void Rows_of_different_jobs_keep_their_order_and_have_no_rank_and_no_winner()
    {
        ReportTable jobs = new("t", "T", [new("write", 9, 8, 10, 0), new("read", 2, 1, 3, 0)]) { IsOneJob = false };
        Assert.That(jobs.Ranked().Select(row => (row.Rank, row.Row.Name)), Is.EqualTo(new[] { (0, "write"), (0, "read") }));
        Assert.That(ReportAdvice.Sentence(jobs), Is.Empty);
        Assert.That(Page(Section with { Tables = [jobs], IsByRuntime = true }), Does.Contain("| write | 9.00 ns").And.Not.Contain("Use "));
    }

    [Test]
    public void A_table_without_a_figure_of_the_default_way_names_no_winner()
    {
        const string Readme = $"{ReportMarkdown.Begin}\n{ReportMarkdown.End}";
        ReportTable undecided = new("u", "Undecided", [new("Slow", 900, 850, 990, 64), new("Raw", 9, 8, 10, 0)], "Default", "Raw") { Absent = [new("Default", "it did not settle")] };
        Assert.That(undecided.Ranked().Select(row => row.Rank), Has.All.Zero);
        Assert.That(ReportAdvice.Sentence(undecided), Is.EqualTo("Not ranked, because Default has no figure: it did not settle."));
        ReportSection section = Section with { Tables = [undecided] };
        Assert.That(Page(section), Does.Contain("| limit | Raw | 9.00 ns |").And.Contain("| – | Slow | 900 ns | 850 ns – 990 ns | 64 B |\n").And.Not.Contain("against the first"));
        Assert.That(ReportSummary.Sentence(section), Is.EqualTo("No way is named the fastest, because the library's own has no figure."));
        Assert.That(ReportMarkdown.Readme(Readme, new ReportData([section])), Does.Not.Contain("Undecided"));
        Assert.That(ReportSummary.Sentence(Section with { Tables = [Table, undecided] }), Is.EqualTo(ReportSummary.Sentence(Section)), "It does not count as a case.");
    }

    [Test]
    public void Rows_of_the_readme_show_from_which_commit_and_machine_they_are()
    {
        const string Readme = $"{ReportMarkdown.Begin}\n{ReportMarkdown.End}";
        ReportSection other = Section with { Tables = [Table with { Title = "Others" }], Provenance = Provenance with { Machine = "another machine" } };
        Assert.That(
            ReportMarkdown.Readme(Readme, new ReportData([Section, other, Section])),
            Does.Contain("| Writers <all> (1) |").And.Contain("| Others (2) |").And.Contain("\n(1) Commit abc123, a machine; (2) Commit abc123, another machine. All results"));
        Assert.That(ReportMarkdown.Readme(Readme, Data), Does.Contain("| Writers <all> |").And.Contain("\nCommit abc123, a machine. All results"));
    }

    [Test]
    public void A_summary_of_different_jobs_compares_each_with_its_limit_and_omits_tables_without_one()
    {
        ReportTable other = new("o", "Other", [new("Reader", 30, 29, 31, 0), new("Raw", 10, 9, 11, 0)], "Reader", "Raw");
        Assert.That(
            ReportSummary.Sentence(Section with { Tables = [Table, other, other with { Limit = "Gone", Rows = [new("Reader", 99, 98, 100, 0)] }] }),
            Is.EqualTo("As multiples of the limit (Raw): Default takes 1.16x; Reader takes 3.00x."));
    }

    [Test]
    public void A_summary_without_a_choice_of_another_library_compares_with_the_limit_and_names_no_winner()
    {
        ReportTable ours = Table with { AlsoOurs = ["Other", "Slow"] };
        ReportTable other = new("o", "Other", [new("Default", 30, 29, 31, 0), new("Socket", 10, 9, 11, 0)], "Default", "Socket");
        Assert.That(ReportSummary.Sentence(Section with { Tables = [ours, other] }), Is.EqualTo("As multiples of the limit (Raw or Socket): Default takes 1.16x to 3.00x."));
        Assert.That(ReportSummary.Sentence(Section), Does.StartWith("**Default** is the fastest").And.Not.Contain("by reference"), "Other is not ours.");
    }

    [Test]
    public void A_summary_says_how_often_a_library_that_was_not_measured_is_faster_by_reference()
    {
        ReportTable beaten = Table with { Reference = new ReportReference("Default", [new("Default", 1), new("Elsewhere", 0.5)]) };
        Assert.That(ReportSummary.Sentence(Section with { Tables = [Table, beaten] }), Does.EndWith("; by reference, a library that was not measured is faster in 1."));
    }

    [Test]
    public void The_readme_names_no_slowest_way_if_all_share_the_first_rank()
    {
        const string Readme = $"{ReportMarkdown.Begin}\n{ReportMarkdown.End}";
        ReportTable tied = Table with { Rows = [.. Table.Rows.Skip(1)] };
        Assert.That(ReportMarkdown.Readme(Readme, new ReportData([Section with { Tables = [tied] }])), Does.Contain("| Writers <all> | Other, Default | 10.2 ns | 0 B |  |\n"));
        Assert.That(ReportMarkdown.Readme(Readme, Data), Does.Contain("| Other, Default | 10.2 ns | 0 B | 88.2x |\n"));
    }

    [Test]
    public void The_chart_of_the_header_writers_shows_the_runtimes_only_if_they_have_the_same_origin()
    {
        ReportSection writers = Section with { Id = "header-writers" };
        ReportSection runtimes = Section with { Id = RuntimePlan.Id, Tables = [Table with { Block = RuntimePlan.HeaderArray }] };
        Assert.That(Block(runtimes), Is.EqualTo(RuntimePlan.HeaderArray));
        Assert.That(Block(runtimes with { Provenance = Provenance with { Machine = "another" } }), Is.EqualTo(Table.Title));
        Assert.That(Block(runtimes with { Provenance = Provenance with { Commit = "def456" } }), Is.EqualTo(Table.Title));

        string Block(ReportSection other) => ReportPages.FrontBlocks(writers, new ReportData([writers, other])).Single().Key;
    }

    [Test]
    public void A_page_says_whether_intervals_contain_the_differences_between_processes()
    {
        Assert.That(Page(Section), Does.Contain("The intervals include the differences between whole processes").And.Not.Contain("are scaled"));
        Assert.That(
            Page(Section with { Provenance = Provenance with { IsAligned = true } }),
            Does.Contain("processes that are slower as a whole are scaled").And.Not.Contain("The intervals include"));
    }

    [Test]
    public void Advice_prefers_another_entry_of_the_library_that_is_clearly_faster_than_the_default() =>
        Assert.That(
            ReportAdvice.Sentence(new ReportTable("t", "T", [new("Struct", 4.5, 4.4, 15, 0), new("Default", 10, 9, 12, 0)], "Default") { AlsoOurs = ["Struct"] }),
            Does.StartWith("Use **Struct**: 4.50 ns, 0 B allocated (with the same rank: Default, 2.22x)"));

    [Test]
    public void The_advice_reports_no_loss_if_the_limit_is_within_the_noise() =>
        Assert.That(
            ReportAdvice.Sentence(new ReportTable("t", "T", [new("Raw", 9, 8, 10, 0), new("Default", 10, 9, 12, 0)], "Default", "Raw")),
            Is.EqualTo("**Default** takes 10.0 ns and allocates 0 B; the limit, Raw: 0.90x the time."));

    [Test]
    public void A_type_argument_in_a_name_is_escaped_in_Markdown() =>
        Assert.That(
            Page(Section with { Tables = [Table with { Absent = [new ReportAbsence("List<T>", "gone")] }] }),
            Does.Contain("| List&lt;T> | not measured: gone |"));

    [Test]
    public void A_rough_report_is_marked_as_rough_in_the_document_and_in_the_readme()
    {
        const string Readme = $"{ReportMarkdown.Begin}\n{ReportMarkdown.End}";
        ReportData rough = new([Section with { Provenance = Provenance with { IsRough = true } }]);
        Assert.That(ReportMarkdown.Front(rough), Does.Contain("Rough figures").And.Contain("2026-11-22, roughly"));
        Assert.That(ReportMarkdown.Page(rough.Sections[0], rough), Does.Contain("Rough figures"));
        Assert.That(ReportMarkdown.Readme(Readme, rough), Does.Contain("Rough figures"));
        Assert.That(ReportMarkdown.Front(Data) + Page(Section) + ReportMarkdown.Readme(Readme, Data), Does.Not.Contain("Rough"));
    }

    [Test]
    public void Advice_prefers_the_default_of_the_library_among_equally_fast_entries() =>
        Assert.That(
            ReportAdvice.Sentence(Table),
            Is.EqualTo("Use **Default**: 10.4 ns, 0 B allocated (with the same rank: Other, 0.98x); Slow: 86.5x the time. **Slower than the limit**, Raw: 1.16x its time."));

    [Test]
    public void Our_ratio_is_relative_to_the_fastest_choice_and_not_to_the_limit() =>
        Assert.That((Table with { Ours = "Slow" }).RatioOfOurs(), Is.EqualTo(900 / 10.2).Within(1e-9));

    [Test]
    public void Conditions_of_a_table_follow_its_advice() =>
        Assert.That(Page(Section with { Tables = [Table with { Conditions = "This holds there." }] }), Does.Contain("its time. This holds there.\n"));

    [Test]
    public void Advice_states_where_the_library_is_slower() =>
        Assert.That(
            ReportAdvice.Sentence(Table with { Ours = "Slow" }),
            Is.EqualTo("Use **Other**: 10.2 ns, 0 B allocated (with the same rank: Default, 1.02x); Slow: 88.2x the time. **Slower than the limit**, Raw: 1.13x its time. "
                + "**This library is slower here**: Slow takes 88.2x the time of Other."));

    [Test]
    public void Advice_reports_no_loss_if_another_entry_of_the_library_is_fastest() =>
        Assert.That(
            ReportAdvice.Sentence(Table with { Ours = "Slow", AlsoOurs = ["Default"] }),
            Is.EqualTo("Use **Default**: 10.4 ns, 0 B allocated (with the same rank: Other, 0.98x); Slow: 86.5x the time. **Slower than the limit**, Raw: 1.16x its time."));

    [Test]
    public void The_same_data_give_the_same_text()
    {
        const string Readme = $"before\n{ReportMarkdown.Begin}\nold\n{ReportMarkdown.End}\nafter\n";
        string once = ReportMarkdown.Readme(Readme, Data);
        Assert.That(once, Does.StartWith("before\n").And.EndsWith("after\n").And.Not.Contains("old"));
        Assert.That(ReportMarkdown.Readme(once, Data), Is.EqualTo(once));
        IReadOnlyDictionary<string, string> pages = ReportPages.All(Data);
        Assert.That(ReportPages.All(Data), Is.EqualTo(pages));
    }

    [Test]
    public void A_second_report_of_the_same_data_changes_no_file()
    {
        string root = Directory.CreateTempSubdirectory("codec-report").FullName;
        try
        {
            File.WriteAllText(Path.Combine(root, "README.md"), $"{ReportMarkdown.Begin}\nold\n{ReportMarkdown.End}\n");
            Assert.That(ReportFiles.Write(root, Data), Is.EqualTo(4), "The front page, the topic's page, its chart and the README.");
            Dictionary<string, byte[]> once = Everything();
            Assert.That(once.Keys, Is.EquivalentTo((string[])["README.md", "docs/benchmarks.md", "docs/benchmarks/s.md", "docs/benchmarks/s.svg"]));
            Assert.That(ReportFiles.Write(root, Data), Is.Zero);
            Assert.That(Everything(), Is.EqualTo(once));

            File.WriteAllText(Path.Combine(root, ReportPages.Folder, "notes.md"), "![mine](mine.svg)");
            File.WriteAllText(Path.Combine(root, ReportPages.Folder, "mine.svg"), "<svg/>");
            Assert.That(ReportFiles.Write(root, new ReportData([Section with { Id = "renamed" }])), Is.GreaterThanOrEqualTo(4));
            Assert.That(Everything().Keys, Is.SupersetOf((string[])["docs/benchmarks/notes.md", "docs/benchmarks/mine.svg"]), "The report did not write them.");
            Assert.That(Everything().Keys, Does.Contain("docs/benchmarks/renamed.svg").And.Not.Contain("docs/benchmarks/s.svg").And.Not.Contain("docs/benchmarks/s.md"));
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }

        Dictionary<string, byte[]> Everything() => Directory.GetFiles(root, "*", SearchOption.AllDirectories)
            .ToDictionary(file => Path.GetRelativePath(root, file).Replace('\\', '/'), File.ReadAllBytes);
    }

    [Test]
    public void A_readme_without_markers_is_rejected_before_anything_is_written()
    {
        string root = Directory.CreateTempSubdirectory("codec-report").FullName;
        try
        {
            File.WriteAllText(Path.Combine(root, "README.md"), "no markers");
            Assert.That(() => ReportFiles.Write(root, Data), Throws.ArgumentException);
            Assert.That(Directory.GetFileSystemEntries(root), Has.Length.EqualTo(1));
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    [Test]
    public void The_document_lists_every_row_with_its_interval_and_missing_measurements() =>
        Assert.That(
            Page(Section),
            Does.Contain("| 3 | Slow | 900 ns | 850 ns – 990 ns | 88.2x | 64 B | 12 B | 86.5x | 40.0x |")
                .And.Contain("| limit | Raw |").And.Contain("\n- the other (it is missing).\n").And.StartWith("# Section\n"));

    [Test]
    public void An_unmeasured_entry_is_a_row_with_the_reason_and_the_reference_ratio() =>
        Assert.That(Page(Section), Does.Contain("| – | Elsewhere | not measured: not in the build | – | – | 9 B | 11 B | – | 2.50x |"));

    [Test]
    public void A_table_without_an_alternative_gives_no_recommendation() =>
        Assert.That(
            ReportAdvice.Sentence(new ReportTable("one", "One", [Table.Rows[1], Table.Rows[3]], "Default", "Raw")),
            Is.EqualTo("**Default** takes 10.4 ns and allocates 0 B. **Slower than the limit**, Raw: 1.16x its time."));

    [Test]
    public void The_readme_shows_the_headline_tables_or_the_first_table_if_none_is_marked()
    {
        const string Readme = $"{ReportMarkdown.Begin}\n{ReportMarkdown.End}";
        ReportTable other = Table with { Title = "Other writers" };
        ReportData marked = new([Section with { Tables = [Table, other with { IsHeadline = true }] }]);
        Assert.That(ReportMarkdown.Readme(Readme, marked), Does.Contain("| Other writers |").And.Not.Contain("| Writers <all> |"));
        Assert.That(ReportMarkdown.Readme(Readme, Data), Does.Contain("| Writers <all> |"));
    }

    [Test]
    public void A_readme_without_markers_is_rejected() =>
        Assert.That(() => ReportMarkdown.Readme("no markers", Data), Throws.ArgumentException.With.Message.Contains(ReportMarkdown.Begin));

    private static string Page(ReportSection section) => ReportMarkdown.Page(section, new ReportData([section]));
}
