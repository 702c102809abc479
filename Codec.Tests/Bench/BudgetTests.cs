using Codec.Bench.Budgets;

namespace Codec.Tests.Bench;

/// <summary>Tests when a budget is met, what a change is, and that the benchmarks of all budgets exist.</summary>
public sealed class BudgetTests
{
    private static readonly Budget Ratio = new("header/span", BudgetKind.Ratio, 1.05, "A.Subject", "A.Baseline", 0, "Why.");
    private static readonly Budget Speedup = Ratio with { Name = "packet/prepend", Kind = BudgetKind.Speedup, Limit = 8, MaxBytes = null };
    private static readonly Budget Time = Ratio with { Name = "packet/time", Kind = BudgetKind.Nanoseconds, Limit = 3 };
    private static readonly Budget Bytes = Ratio with { Name = "stream/bytes", Kind = BudgetKind.Bytes, Limit = 200, MaxBytes = 200 };

    [Test]
    public void Names_are_unique_and_reasons_are_one_sentence()
    {
        Assert.That(BudgetList.All.Select(budget => budget.Name), Is.Unique);
        Assert.That(BudgetList.All.Select(budget => budget.Reason),
            Has.All.Matches<string>(reason => reason!.EndsWith('.') && !reason.Contains(". ")));
    }

    [Test]
    public void Every_benchmark_that_a_budget_names_is_in_the_sources()
    {
        string[] files = Directory.GetFiles(Repository.PathOf("Codec.Bench"), "*Benchmarks.cs", SearchOption.AllDirectories);
        foreach (string benchmark in BudgetList.All.SelectMany(budget => (string?[])[budget.Subject, budget.Baseline]).OfType<string>()
            .Where(name => name.Contains('.')))
        {
            string[] parts = benchmark.Split('(')[0].Split('.');
            string file = files.Single(path => Path.GetFileNameWithoutExtension(path) == parts[0].Split('<')[0]);
            Assert.That(File.ReadAllText(file), Does.Match($@"\[Benchmark[^\n]*\]\n(    \[[^\n]*\]\n)?    public [^\n]* {parts[1]}\(\)"), benchmark);
        }
    }

    [Test]
    public void A_figure_meets_its_budget_up_to_the_limit([Values(1.0, 1.05, 1.06)] double ratio, [Values(0.0, 24.0)] double bytes) =>
        Assert.That(BudgetVerdict.Of(Ratio, [Figure(ratio), Figure(ratio, bytes: bytes), Figure(ratio)]).Met, Is
            .EqualTo(ratio <= 1.05 && bytes == 0));

    [Test]
    public void Each_kind_judges_its_own_figure()
    {
        Assert.That(BudgetVerdict.Of(Speedup, [Figure(1 / 8.0, bytes: 24)]), Has.Property("Met").True.And.Property("Figure").EqualTo(8));
        Assert.That(BudgetVerdict.Of(Speedup, [Figure(1 / 7.9)]).Met, Is.False);
        Assert.That(BudgetVerdict.Of(Time, [Figure(9, nanoseconds: 3)]).Met, Is.True);
        Assert.That(BudgetVerdict.Of(Time, [Figure(0, nanoseconds: 3.1)]).Met, Is.False);
        Assert.That(BudgetVerdict.Of(Bytes, [Figure(9, 9, 200, Settling.Changing)]).Met, Is.True);
        Assert.That(BudgetVerdict.Of(Bytes, [Figure(0, 0, 201)]).Met, Is.False);
    }

    [Test]
    public void The_median_of_the_processes_that_settled_counts_if_they_are_the_majority()
    {
        BudgetFigure unsettled = Figure(9) with { Settling = Settling.Compiling };
        Assert.That(BudgetVerdict.Of(Ratio, [unsettled, Figure(1.01), Figure(1.03)]), Has.Property("Met").True.And.Property("Highest").EqualTo(1.03));
        Assert.That(BudgetVerdict.Of(Ratio, [unsettled, Figure(1), unsettled]).Outcome, Is.EqualTo("UNDECIDED"));
        Assert.That(BudgetVerdict.Of(Ratio, [Figure(1.5), Figure(1.01), Figure(2)]), Has.Property("Outcome").EqualTo("MISSED").And
            .Property("FigureText").EqualTo("1.5x (1.01–2), 0 B"));
        Assert.That(BudgetVerdict.LimitOf(Ratio), Is.EqualTo("≤ 1.05x, ≤ 0 B"));
    }

    [TestCase("header", "header/span")]
    [TestCase("*/prepend", "packet/prepend")]
    [TestCase("packet", "packet/prepend", "packet/time")]
    [TestCase("header/span", "header/span", TestName = "A full name selects only its budget")]
    public void Patterns_select_budgets(string pattern, params string[] names) =>
        Assert.That(BudgetList.Choose([Ratio, Ratio with { Name = "header/span-2" }, Speedup, Time], [pattern]).Select(budget => budget.Name)
            .Except(["header/span-2"]), Is.EqualTo(names));

    [Test]
    public void A_pattern_that_selects_nothing_is_rejected([Values("misspelt", "")] string pattern) =>
        Assert.That(() => BudgetList.Choose([Ratio], ["header", pattern]), Throws.ArgumentException.With.Message.Contains($"'{pattern}'"));

    [Test]
    public void A_missed_budget_is_measured_in_eight_processes([Values(1.0, 2.0)] double ratio)
    {
        int most = 0;
        BudgetVerdict.Measure(Ratio, processes => [.. Enumerable.Repeat(Figure(ratio), most = processes)]);
        Assert.That(most, Is.EqualTo(ratio > 1.05 ? 8 : 4));
    }

    private static BudgetFigure Figure(double ratio, double nanoseconds = 0, double bytes = 0, Settling settling = Settling.Settled) =>
        new(nanoseconds, ratio, bytes, settling);
}
