using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Bench.Measuring;
using Codec.Bench.Ranking;
using NUnit.Framework;

namespace Codec.Tests.Bench;

public sealed class RankingTests
{
    private static readonly RankingQuestion Question = new("Headers", "To write a header", "Raw", "a raw store", BaselineIsLimit: true, "Store");

    [Test]
    public void Entries_are_ranked_by_time_and_the_limit_is_not_ranked()
    {
        IReadOnlyList<RankedEntry> ranked = RankingOrder.Of(
            [new("Raw", 1, 0, 0, IsLimit: true), new("Slow", 8, 0.1, 64), new("Store", 2, 0.1, 0), new("Middle", 4, 0.1, 0)], "Raw");
        Assert.That(ranked.Select(row => (row.Entry.Name, row.Rank, row.Ratio)), Is.EqualTo(new[]
        {
            ("Raw", 0, 1.0), ("Store", 1, 2.0), ("Middle", 2, 4.0), ("Slow", 3, 8.0),
        }));
    }

    [TestCase(2.3, 0.1, 0, 2, TestName = "The noise tells the two apart")]
    [TestCase(2.3, 0.2, 0, 1, TestName = "The noise does not tell the two apart")]
    [TestCase(2.3, 0.2, 0.004, 1, TestName = "A few bytes that another part of the process allocated do not tell the two apart")]
    [TestCase(2.3, 0.2, 24, 2, TestName = "What allocates more does not share the first rank")]
    public void Entries_within_the_noise_share_the_first_rank(double nanoseconds, double noise, double bytes, int rank)
    {
        IReadOnlyList<RankedEntry> ranked = RankingOrder.Of([new("Other", nanoseconds, noise, bytes), new("Store", 2, 0.15, 0)], "Store");
        Assert.That(ranked.Single(row => row.Entry.Name == "Other").Rank, Is.EqualTo(rank));
    }

    [Test]
    public void An_entry_whose_noise_overlaps_the_fastest_entry_is_marked_as_unclear()
    {
        RankingEntry[] entries = [new("Raw", 2.5, 0.1, 0, IsLimit: true), new("Store", 2.81, 0.14, 0), new("Shift", 5.11, 2.87, 0), new("Marshal", 26, 1, 24)];
        IReadOnlyList<RankedEntry> ranked = RankingOrder.Of(entries, "Raw");
        Assert.That(ranked.Select(row => (row.Entry.Name, row.Rank, row.IsUnclear)), Is.EqualTo(new[]
        {
            ("Raw", 0, false), ("Store", 1, false), ("Shift", 0, true), ("Marshal", 3, false),
        }));
        Assert.That(RankingAdvice.Sentence(Question, ranked), Is.EqualTo(
            "To write a header, use Store: 2.81 ns, 1.12 times the time of a raw store, 0 B; the run is too noisy to say whether Shift is as fast; "
            + "the slowest, Marshal, takes 9.3 times as long and allocates 24 B."));
    }

    [Test]
    public void A_noisy_entry_that_does_not_overlap_the_fastest_entry_keeps_its_rank() =>
        Assert.That(RankingOrder.Of([new("Store", 2.81, 0.14, 0), new("Shift", 50, 20, 0)], "Store").Select(row => row.Rank), Is.EqualTo((int[])[1, 2]));

    [TestCase(2.81, 1.2, 2.5, 0.1, "Store took 2.81 ns ±1.20", TestName = "The fastest is noisy")]
    [TestCase(2.81, 0.1, 2.5, 0.9, "Raw took 2.50 ns ±0.90", TestName = "The baseline is noisy")]
    public void A_run_in_which_the_fastest_or_the_baseline_is_noisy_is_not_ranked(double time, double noise, double baseline, double baselineNoise, string why)
    {
        IReadOnlyList<RankedEntry> ranked = RankingOrder.Of(
            [new("Raw", baseline, baselineNoise, 0, IsLimit: true), new("Store", time, noise, 0), new("Shift", 9, 0.1, 0)], "Raw");
        Assert.That(ranked.Select(row => row.Rank), Has.All.Zero);
        Assert.That(ranked.Count(row => row.IsUnclear), Is.EqualTo(2));
        Assert.That(RankingAdvice.Sentence(Question, ranked), Is.EqualTo($"This run is too noisy to rank: {why}. Run it again on an idle machine."));
    }

    [Test]
    public void An_entry_that_did_not_settle_is_not_ranked_even_if_it_is_the_fastest()
    {
        RankingEntry[] entries =
            [new("Raw", 1, 0, 0, IsLimit: true), new("Shift", 1.2, 0.1, 0, Settling: Settling.Changing), new("Store", 1.5, 0.1, 0), new("Marshal", 13, 0.1, 24)];
        IReadOnlyList<RankedEntry> ranked = RankingOrder.Of(entries, "Raw");
        Assert.That(ranked.Select(row => (row.Entry.Name, row.Rank)), Is.EqualTo(new[] { ("Raw", 0), ("Shift", 0), ("Store", 1), ("Marshal", 2) }));
        Assert.That(RankingAdvice.Sentence(Question, ranked), Is.EqualTo(
            "To write a header, use Store: 1.50 ns, 1.50 times the time of a raw store, 0 B; Shift did not settle and is not ranked; "
            + "the slowest, Marshal, takes 8.7 times as long and allocates 24 B."));
    }

    [Test]
    public void A_run_in_which_nothing_settled_is_not_ranked() =>
        Assert.That(
            Advice(new("Raw", 1, 0, 0, IsLimit: true), new("Store", 1.2, 0.1, 0, Settling: Settling.Changing)),
            Is.EqualTo("This run is too noisy to rank: Store did not settle. Run it again on an idle machine."));

    [Test]
    public void A_ranking_without_its_baseline_or_without_a_choice_is_rejected()
    {
        Assert.That(() => RankingOrder.Of([new("Store", 2, 0, 0)], "Raw"), Throws.ArgumentException.With.Message.Contains("'Raw'"));
        Assert.That(() => RankingOrder.Of([new("Raw", 1, 0, 0, IsLimit: true)], "Raw"), Throws.ArgumentException);
    }

    [Test]
    public void The_advice_names_the_fastest_its_equals_and_the_slowest()
    {
        Assert.That(Advice(new("Raw", 1, 0, 0, IsLimit: true), new("Shift", 1.2, 0.1, 0), new("Store", 1.3, 0.1, 0), new("Marshal", 13, 0.1, 24)), Is.EqualTo(
            "To write a header, use Store: 1.30 ns, 1.30 times the time of a raw store, 0 B; Shift is as fast within the noise; "
            + "the slowest, Marshal, takes 10 times as long and allocates 24 B."));
    }

    [TestCase(20, Settling.Changing, "; Shift did not settle and is not ranked")]
    [TestCase(9, Settling.Settled, "; the run is too noisy to say whether Shift is as fast")]
    public void The_advice_names_no_slowest_if_a_way_without_a_rank_may_be_slower(double time, Settling settling, string reason) =>
        Assert.That(Advice(new("Raw", 1, 0, 0, IsLimit: true), new("Store", 1.3, 0.1, 0), new("Marshal", 13, 0.1, 24), new("Shift", time, 8, 0, Settling: settling)), Is.EqualTo(
            $"To write a header, use Store: 1.30 ns, 1.30 times the time of a raw store, 0 B{reason}."));

    [Test]
    public void The_advice_follows_the_figures_if_the_default_is_not_the_fastest()
    {
        Assert.That(Advice(new("Raw", 1, 0, 0, IsLimit: true), new("Shift", 1, 0.01, 0), new("Store", 2, 0.01, 0)), Is.EqualTo(
            "To write a header, use Shift: 1.00 ns, as fast as a raw store, 0 B; the library's default, Store, takes 2 times as long here."));
    }

    [Test]
    public void The_advice_omits_a_default_that_is_slower_by_less_than_is_worth_saying() =>
        Assert.That(
            Advice(new("Raw", 1, 0, 0, IsLimit: true), new("Shift", 1, 0.001, 0), new("Store", 1.01, 0.001, 0)),
            Is.EqualTo("To write a header, use Shift: 1.00 ns, as fast as a raw store, 0 B."));

    [Test]
    public void The_advice_states_the_speedup_over_a_baseline_that_is_itself_a_choice()
    {
        RankingQuestion question = Question with { Baseline = "Copy", BaselineInWords = "the copy", BaselineIsLimit = false };
        Assert.That(RankingAdvice.Sentence(question, RankingOrder.Of([new("Copy", 30, 1, 152), new("Store", 3, 0.1, 0)], "Copy")), Is.EqualTo(
            "To write a header, use Store: 3.00 ns, 10 times as fast as the copy, 0 B; Copy is the slowest and allocates 152 B."));
    }

    [TestCase(0, "")]
    [TestCase(1, "██████████")]
    [TestCase(0.5, "█████")]
    [TestCase(0.5125, "█████▏")]
    [TestCase(0.0001, "▏")]
    public void A_bar_has_a_resolution_of_an_eighth_of_a_character(double share, string bar) => Assert.That(RankingBar.Of(share, 10), Is.EqualTo(bar));

    [Test]
    public void A_bar_rejects_a_share_outside_0_to_1([Values(-0.1, 1.1, double.NaN)] double share) =>
        Assert.That(() => RankingBar.Of(share, 10), Throws.InstanceOf<ArgumentOutOfRangeException>());

    private static string Advice(params RankingEntry[] entries) => RankingAdvice.Sentence(Question, RankingOrder.Of(entries, "Raw"));
}
