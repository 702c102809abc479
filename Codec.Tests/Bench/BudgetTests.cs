using System.Collections.Generic;
using System.Linq;
using Codec.Bench.Budgets;
using Codec.Bench.Measuring;
using NUnit.Framework;

namespace Codec.Tests.Bench;

public sealed class BudgetTests
{
    private static readonly Budget Ratio = Budget.AtMost(1.05, "header/span", "what", "A.Subject", "A.Baseline", maxBytes: 0);
    private static readonly Budget Speedup = Budget.Faster(8, "packet/prepend", "what", "A.Subject", "A.Baseline");
    private static readonly Budget Time = Budget.Nanoseconds(3, "packet/time", "what", "A.Subject");
    private static readonly Budget Bytes = Budget.Bytes(200, "stream/bytes", "what", "A.Subject");

    [Test]
    public void A_ratio_is_met_up_to_its_limit([Values(1.0, 1.05, 1.06)] double ratio) =>
        Assert.That(BudgetVerdict.Of(Ratio, [Figure(ratio: ratio)]).Met, Is.EqualTo(ratio <= 1.05));

    [Test]
    public void A_speedup_is_the_inverse_of_the_ratio([Values(1 / 7.9, 1 / 8.0, 1 / 9.0)] double ratio)
    {
        BudgetVerdict verdict = BudgetVerdict.Of(Speedup, [Figure(ratio: ratio)]);
        Assert.That(verdict.Figure, Is.EqualTo(1 / ratio));
        Assert.That(verdict.Met, Is.EqualTo(ratio <= 1 / 8.0));
    }

    [Test]
    public void A_time_is_met_up_to_its_limit([Values(2.9, 3.0, 3.1)] double nanoseconds) =>
        Assert.That(BudgetVerdict.Of(Time, [Figure(nanoseconds: nanoseconds)]).Met, Is.EqualTo(nanoseconds <= 3));

    [Test]
    public void Only_allocated_bytes_decide_a_budget_of_bytes([Values(0.0, 200.0, 201.0)] double bytes) =>
        Assert.That(BudgetVerdict.Of(Bytes, [Figure(ratio: 99, nanoseconds: 99, bytes: bytes)]).Met, Is.EqualTo(bytes <= 200));

    [Test]
    public void One_process_that_allocates_misses_the_budget()
    {
        Assert.That(BudgetVerdict.Of(Ratio, [Figure(ratio: 1), Figure(ratio: 1, bytes: 24), Figure(ratio: 1)]).Met, Is.False);
        Assert.That(BudgetVerdict.Of(Ratio, [Figure(ratio: 1, bytes: 0.001)]).Met, Is.True);
        Assert.That(BudgetVerdict.Of(Speedup, [Figure(ratio: 0.1, bytes: 24)]).Met, Is.True);
    }

    [Test]
    public void The_figure_is_the_median_of_the_processes_and_the_extremes_are_kept()
    {
        BudgetVerdict verdict = BudgetVerdict.Of(Ratio, [Figure(ratio: 1.5), Figure(ratio: 1.01), Figure(ratio: 1.04)]);
        Assert.That((verdict.Figure, verdict.Lowest, verdict.Highest, verdict.Met), Is.EqualTo((1.04, 1.01, 1.5, true)));
        Assert.That(BudgetVerdict.Of(Ratio, [Figure(ratio: 1), Figure(ratio: 2)]).Figure, Is.EqualTo(1.5));
    }

    [TestCase(Settling.Compiling, "the JIT still compiled methods at the time limit")]
    [TestCase(Settling.Changing, "the median still changed at the time limit")]
    public void A_budget_that_did_not_settle_in_most_processes_is_undecided_and_counts_as_missed(Settling settling, string why)
    {
        BudgetFigure unsettled = Figure(ratio: 1) with { Settling = settling };
        BudgetVerdict verdict = BudgetVerdict.Of(Ratio, [unsettled, Figure(ratio: 1), unsettled]);
        Assert.That((verdict.Met, verdict.Settling), Is.EqualTo((false, settling)));
        Assert.That(BudgetText.Outcome(verdict), Is.EqualTo("UNDECIDED"));
        Assert.That(BudgetText.Reason(verdict), Is.EqualTo($"header/span: undecided, which counts as missed: in most processes, it did not settle: {why}."));
    }

    [Test]
    public void Settled_processes_decide_if_they_are_the_majority()
    {
        BudgetFigure unsettled = Figure(ratio: 9, bytes: 99) with { Settling = Settling.Compiling };
        BudgetVerdict verdict = BudgetVerdict.Of(Ratio, [unsettled, Figure(ratio: 1), Figure(ratio: 1.02)]);
        Assert.That((verdict.Met, verdict.Settling, verdict.Highest, verdict.BytesAllocated), Is.EqualTo((true, Settling.Settled, 1.02, 0)));
        Assert.That(BudgetText.Outcome(verdict), Is.EqualTo("met"));
        verdict = BudgetVerdict.Of(Ratio, [unsettled, Figure(ratio: 2), Figure(ratio: 3)]);
        Assert.That((BudgetText.Outcome(verdict), BudgetText.Reason(verdict)), Is.EqualTo(("MISSED", "header/span: not explained.")));
    }

    [TestCase(Settling.Changing, true)]
    [TestCase(Settling.Compiling, false)]
    public void A_budget_of_bytes_accepts_unstable_times_but_not_pending_compilation(Settling settling, bool isMet) =>
        Assert.That(BudgetVerdict.Of(Bytes, [Figure(bytes: 12) with { Settling = settling }]).Met, Is.EqualTo(isMet));

    [Test]
    public void A_budget_without_a_figure_is_rejected() =>
        Assert.That(() => BudgetVerdict.Of(Ratio, []), Throws.ArgumentException.With.Message.Contains("header/span"));

    [Test]
    public void Limits_and_figures_are_shown_with_their_units()
    {
        Assert.That(BudgetText.Limit(Ratio), Is.EqualTo("≤ 1.05x, ≤ 0 B"));
        Assert.That(BudgetText.Limit(Speedup), Is.EqualTo("≥ 8x the speed"));
        Assert.That(BudgetText.Limit(Time), Is.EqualTo("≤ 3 ns"));
        Assert.That(BudgetText.Limit(Bytes), Is.EqualTo("≤ 200 B"));
        Assert.That(BudgetText.Figure(BudgetVerdict.Of(Ratio, [Figure(ratio: 1), Figure(ratio: 1.5)])), Is.EqualTo("1.25x (1.00–1.50), 0 B"));
        Assert.That(BudgetText.Figure(BudgetVerdict.Of(Bytes, [Figure(bytes: 12)])), Is.EqualTo("12.00 B (12.00–12.00)"));
        Assert.That(BudgetText.Figure(BudgetVerdict.Of(Speedup, [Figure(ratio: 2)])), Is.EqualTo("0.50x the speed (0.50–0.50), 0 B"));
        Assert.That(BudgetText.Figure(BudgetVerdict.Of(Speedup with { Subject = "scale:throughput/1" }, [Figure(ratio: 0.5)])), Is.EqualTo("2.00x the speed (2.00–2.00)"), "Its bytes are not counted.");
    }

    [TestCase("header", "header/span")]
    [TestCase("*/prepend", "packet/prepend")]
    [TestCase("packet", "packet/prepend", "packet/time")]
    public void Budgets_are_chosen_by_the_start_of_their_names(string pattern, params string[] names) =>
        Assert.That(Choose(pattern).Select(budget => budget.Name), Is.EqualTo(names));

    [Test]
    public void The_full_name_of_a_budget_chooses_only_this_budget()
    {
        Budget[] budgets = [Ratio with { Name = "scale/cpu-1" }, Ratio with { Name = "scale/cpu-10" }];
        Assert.That(BudgetFilter.Choose(budgets, ["scale/cpu-1"]), Is.EqualTo(budgets[..1]));
        Assert.That(BudgetFilter.Choose(budgets, ["scale/cpu"]), Is.EqualTo(budgets));
    }

    [Test]
    public void Every_budget_is_chosen_without_a_pattern() => Assert.That(Choose(), Has.Count.EqualTo(4));

    [Test]
    public void A_pattern_that_matches_nothing_is_rejected([Values("misspelt", "")] string pattern) =>
        Assert.That(() => Choose("header", pattern), Throws.ArgumentException.With.Message.Contains($"'{pattern}'"));

    [Test]
    public void Patterns_follow_the_filter_and_other_options_come_in_any_order()
    {
        Assert.That(BudgetOptions.Parse([]), Is.EqualTo(new BudgetOptions([], false, null, null)).Using<BudgetOptions>(Same));
        Assert.That(BudgetOptions.Parse(["--filter", "a", "b/*"]), Is.EqualTo(new BudgetOptions(["a", "b/*"], false, null, null)).Using<BudgetOptions>(Same));
        Assert.That(BudgetOptions.Parse(["--filter", "a", "--list"]), Is.EqualTo(new BudgetOptions(["a"], true, null, null)).Using<BudgetOptions>(Same));
        Assert.That(
            BudgetOptions.Parse(["--compare", "old.json", "--filter", "a", "--save", "new.json"]),
            Is.EqualTo(new BudgetOptions(["a"], false, "new.json", "old.json")).Using<BudgetOptions>(Same));

        static bool Same(BudgetOptions one, BudgetOptions other) =>
            one.Patterns.SequenceEqual(other.Patterns) && (one with { Patterns = other.Patterns }) == other;
    }

    [TestCase("--filter", "--filter")]
    [TestCase("--filter --list", "--filter")]
    [TestCase("--nosuch", "--nosuch")]
    [TestCase("header", "header")]
    [TestCase("--list header", "header")]
    [TestCase("--save", "--save")]
    [TestCase("--save --list", "--save")]
    [TestCase("--compare", "--compare")]
    [TestCase("--list --save new.json", "--list measures nothing")]
    [TestCase("--compare old.json --list", "--list measures nothing")]
    public void Parsing_rejects_invalid_arguments_and_names_them(string arguments, string named) =>
        Assert.That(() => BudgetOptions.Parse(arguments.Split(' ')), Throws.ArgumentException.With.Message.Contains(named));

    private static IReadOnlyList<Budget> Choose(params string[] patterns) => BudgetFilter.Choose([Ratio, Speedup, Time, Bytes], patterns);

    private static BudgetFigure Figure(double ratio = 0, double nanoseconds = 0, double bytes = 0) => new(nanoseconds, 0, ratio, bytes, 0);
}
