using System.Collections.Generic;
using System.Linq;
using Codec.Bench.Measuring;
using Codec.Bench.Reports;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests that the report excludes times of code that had not settled.</summary>
public sealed class ReportSourceTests
{
    private static readonly ReportSource Source = new(
        "seed", "Seed", "SeedBenchmarks", null, [("Hand", "by hand"), ("Generated", "generated packet"), ("Builder", "flatc's code")], "generated packet", "by hand");

    [Test]
    public void A_row_that_did_not_settle_in_one_of_two_processes_has_no_rank_and_no_figure()
    {
        ReportTable table = Table(
        [
            [Sample("Hand", 10), Sample("Generated", 11.7), Sample("Builder", 30)],
            [Sample("Hand", 10), Sample("Generated", 216, Settling.Compiling), Sample("Builder", 30)],
        ]);
        Assert.That(table.Rows.Select(row => row.Name), Is.EqualTo((string[])["by hand", "flatc's code"]));
        Assert.That(table.Absent, Is.EqualTo(new[] { new ReportAbsence("generated packet", "it did not settle: the JIT still compiled methods at the time limit") }));
        Assert.That(
            ReportMarkdown.Page(new ReportSection("s", "S", "", [table], []), new ReportData([])),
            Does.Contain("| – | generated packet | not measured: it did not settle: the JIT still compiled methods at the time limit | – | – |").And.Not.Contain("216"));
    }

    [Test]
    public void Building_a_table_throws_with_the_reason_if_no_choice_settled() =>
        Assert.That(
            () => Table([[Sample("Hand", 10), Sample("Generated", 12, Settling.Changing), Sample("Builder", 30, Settling.Changing)]]),
            Throws.InvalidOperationException.With.Message.StartsWith("generated packet: it did not settle: the median still changed"));

    [TestCase(Settling.Compiling, Settling.Settled)]
    [TestCase(Settling.Settled, Settling.Changing)]
    public void A_companion_is_not_scaled_by_a_time_that_did_not_settle(Settling inTable, Settling inCompanion)
    {
        ReportCompanion companion = new("PeerBenchmarks", "Generated", [("Peer", "MemoryPack")]);
        ReportTable table = Table(
            [[Sample("Hand", 10), Sample("Generated", 12, inTable), Sample("Builder", 30)]],
            (companion, [[Sample("Generated", 24, inCompanion), Sample("Peer", 60)]], ""));
        Assert.That(table.Rows.Select(row => row.Name), Does.Not.Contain("MemoryPack"));
        Assert.That(table.Absent.Select(absence => absence.Name), Does.Contain("MemoryPack"));
    }

    [Test]
    public void A_companion_that_settled_is_scaled()
    {
        ReportCompanion companion = new("PeerBenchmarks", "Generated", [("Peer", "MemoryPack")]);
        ReportTable table = Table(
            [[Sample("Hand", 10), Sample("Generated", 12), Sample("Builder", 30)]], (companion, [[Sample("Generated", 24), Sample("Peer", 60)]], ""));
        Assert.That(table.Rows.Single(row => row.Name == "MemoryPack").Nanoseconds, Is.EqualTo(30));
    }

    [Test]
    public void A_process_that_is_slower_as_a_whole_does_not_let_ways_share_a_rank()
    {
        ReportTable table = Table(
        [
            [Sample("Hand", 10), Sample("Generated", 20), Sample("Builder", 30)],
            [Sample("Hand", 20), Sample("Generated", 40), Sample("Builder", 60)],
            [Sample("Hand", 11), Sample("Generated", 22), Sample("Builder", 34)],
        ]);
        Assert.That(table.Rows.Select(row => (row.Name, row.Nanoseconds, row.Low, row.High)), Is.EqualTo(new[]
        {
            ("by hand", 11.0, 11.0, 11.0), ("generated packet", 22.0, 22.0, 22.0), ("flatc's code", 33.0, 33.0, 34.0),
        }));
        Assert.That(table.Ranked().Select(row => row.Rank), Is.EqualTo((int[])[0, 1, 2]));
    }

    [Test]
    public void Saved_ways_that_the_plan_lacks_are_dropped_and_those_that_it_has_are_not_measured_yet()
    {
        ReportTable table = Source.Table(new ReportFigures("seed", [new("old name", 10, 9, 11, 0), new("generated packet", 12, 11, 13, 0)], [new("older name", "it is missing")]));
        Assert.That(table.Rows.Select(row => row.Name), Is.EqualTo((string[])["generated packet"]));
        Assert.That(table.Absent, Is.EqualTo(new[] { new ReportAbsence("by hand", "not measured yet"), new ReportAbsence("flatc's code", "not measured yet") }));
        Assert.That(
            ReportMarkdown.Page(new ReportSection("s", "S", "", [table], []), new ReportData([])), Does.Contain("| – | by hand | not measured yet | – | – | – |"));
        ReportTopic topic = new("s", "S", "", "", [Source]);
        ReportSection section = topic.Section(new ReportResult("s", new("c", "m", "d", [], 1, 1, IsRough: false), [new("seed", [new("old name", 10, 9, 11, 0)], [])], []));
        Assert.That((section.Tables.Count, section.Missing.Single()), Is.EqualTo((0, "Seed: not measured yet; `dotnet run -c Release --project Codec.Bench -- report --only s` measures it")));
    }

    [TestCase(".NET 8: a header into an array: RawStore: it did not settle; UnalignedStore: it did not settle: the JIT", true)]
    [TestCase(".NET 8: a header into an array: UnalignedStore: it did not settle: the JIT", true)]
    [TestCase(".NET 8: a header into an array: dotnet is missing", false)]
    [TestCase("IL2CPP, and Mono as Unity ships it: Debian's Mono stands in for the second", false)]
    public void A_table_of_a_runtime_that_is_missing_because_nothing_settled_misses_the_default_writer(string missing, bool misses) =>
        Assert.That(RuntimePlan.IsDefaultWithoutFigure(missing), Is.EqualTo(misses));

    [Test]
    public void A_result_with_figures_of_fewer_ways_than_the_saved_one_is_a_loss()
    {
        ReportRow ours = new("generated packet", 12, 11, 13, 0);
        ReportResult saved = Result(ours, new("flatc's code", 30, 29, 31, 0), new("old name", 10, 9, 11, 0));
        Assert.That(Loss(Result(ours, new("by hand", 10, 9, 11, 0))), Is.Null);
        Assert.That(Loss(Result(ours)), Is.EqualTo("'Seed' has figures of 1 ways, and of 2 in the saved results"));
        Assert.That(Loss(Result() with { Tables = [] }), Is.EqualTo("'Seed' has figures of 0 ways, and of 2 in the saved results"));

        string? Loss(ReportResult measured) => ReportResults.FirstLoss(new ReportTopic("s", "S", "", "", [Source]), saved, measured);

        static ReportResult Result(params ReportRow[] rows) => new("s", new("c", "m", "d", [], 1, 1, IsRough: false), [new("seed", rows, [])], []);
    }

    [Test]
    public void A_read_row_shows_the_size_that_the_matching_write_row_produces()
    {
        ReportSource source = Source with { Names = [("ReadA", "a")], Ours = "a", Limit = null };
        Assert.That(Table(source, [[Sample("ReadA", 10), Sample("WriteA", 5) with { WireBytes = 48 }]]).Rows[0].WireBytes, Is.EqualTo(52));
        Assert.That(Table(source, [[Sample("ReadA", 10)]]).Rows[0].WireBytes, Is.Null);
    }

    [Test]
    public void A_verification_that_did_not_settle_is_not_shown_beside_its_row()
    {
        ReportSource source = Source with { Names = [("Read", "read")], Ours = "read", Limit = null };
        Assert.That(Table(source, [[Sample("Read", 10), Sample("Verify", 5)]]).Rows[0].VerifyNanoseconds, Is.EqualTo(5));
        Assert.That(Table(source, [[Sample("Read", 10), Sample("Verify", 5, Settling.Changing)]]).Rows[0].VerifyNanoseconds, Is.Null);
    }

    private static ReportTable Table(
        IReadOnlyList<IReadOnlyList<RowSample>> processes, params IReadOnlyList<(ReportCompanion, IReadOnlyList<IReadOnlyList<RowSample>>, string)> companions) =>
        Table(Source, processes, companions);

    private static ReportTable Table(
        ReportSource source, IReadOnlyList<IReadOnlyList<RowSample>> processes, params IReadOnlyList<(ReportCompanion, IReadOnlyList<IReadOnlyList<RowSample>>, string)> companions) =>
        (source with { Companions = [.. companions.Select(companion => companion.Item1)] }).Table(source.Figures(processes, companions));

    private static RowSample Sample(string method, double time, Settling settling = Settling.Settled) => new(method, time, time, time, 0, null, settling);
}
