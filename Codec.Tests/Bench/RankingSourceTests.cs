using System.Collections.Generic;
using System.Linq;
using Codec.Bench.Measuring;
using Codec.Bench.Ranking;
using Codec.Bench.Reports;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests that the ranking compares times of the same process, so that a slower process does not change the ratios.</summary>
public sealed class RankingSourceTests
{
    private static readonly RankingSource Source = new(
        "Writers", null, [], new RankingQuestion("Headers", "To write a header", "Raw", "a raw store", BaselineIsLimit: true, "Store"));

    [Test]
    public void A_process_that_is_slower_as_a_whole_is_drift_and_not_noise()
    {
        List<List<RowSample>> processes = [[Sample("Raw", 10), Sample("Store", 20)], [Sample("Raw", 15), Sample("Store", 30)], [Sample("Raw", 12), Sample("Store", 24)]];
        IReadOnlyList<RankingEntry> entries = Source.Entries(processes);
        Assert.That(entries.Select(entry => (entry.Name, entry.Nanoseconds, entry.Noise, entry.IsLimit)), Is.EqualTo(new[] { ("Raw", 12.0, 0.0, true), ("Store", 24.0, 0.0, false) }));
        Assert.That(Source.Drift(processes), Is.EqualTo(0.25));
    }

    [Test]
    public void A_ratio_that_differs_between_processes_is_noise()
    {
        RankingEntry entry = Source.Entries([[Sample("Raw", 10), Sample("Store", 20)], [Sample("Raw", 10), Sample("Store", 26)], [Sample("Raw", 10), Sample("Store", 21)]])[1];
        Assert.That((entry.Nanoseconds, entry.Noise), Is.EqualTo((21.0, 5.0)).Within(1e-9));
    }

    [Test]
    public void Methods_get_their_display_names_and_unlisted_methods_are_omitted()
    {
        RankingSource source = Source with { Names = [("WriteRaw", "Raw"), ("WriteStore", "Store")] };
        IReadOnlyList<RankingEntry> entries = source.Entries([[Sample("WriteRaw", 10), Sample("WriteStore", 20), Sample("ReadStore", 1)]]);
        Assert.That(entries.Select(entry => entry.Name), Is.EqualTo((string[])["Raw", "Store"]));
    }

    [Test]
    public void Settled_processes_count_if_they_are_the_majority()
    {
        RowSample unsettled = Sample("Store", 90) with { Settling = Settling.Compiling };
        RankingEntry entry = Source.Entries([[Sample("Raw", 10), Sample("Store", 20)], [Sample("Raw", 10), unsettled], [Sample("Raw", 10), Sample("Store", 20)]])[1];
        Assert.That((entry.Nanoseconds, entry.Noise, entry.Settling), Is.EqualTo((20.0, 0.0, Settling.Settled)));
        entry = Source.Entries([[Sample("Raw", 10), unsettled], [Sample("Raw", 10), unsettled], [Sample("Raw", 10), Sample("Store", 20)]])[1];
        Assert.That(entry.Settling, Is.EqualTo(Settling.Compiling));
    }

    [Test]
    public void An_entry_that_did_not_settle_in_half_of_the_processes_is_marked() =>
        Assert.That(
            Source.Entries([[Sample("Raw", 1), Sample("Store", 2)], [Sample("Raw", 1), Sample("Store", 2) with { Settling = Settling.Changing, BytesAllocated = 24 }]])
                .Select(entry => (entry.Settling, entry.BytesAllocated)),
            Is.EqualTo(new[] { (Settling.Settled, 0.0), (Settling.Changing, 24.0) }));

    private static RowSample Sample(string method, double time) => new(method, time, time, time, 0, null);
}
