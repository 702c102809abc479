using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Bench.Budgets;
using Codec.Bench.Measuring;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests what <c>budgets --save</c> stores, and what <c>--compare</c> reports about a change.</summary>
public sealed class BudgetChangeTests
{
    private static readonly Budget Ratio = Budget.AtMost(1.05, "header/span", "what", "A.Subject", "A.Baseline");
    private static readonly Budget Speedup = Budget.Faster(2, "packet/prepend", "what", "A.Subject", "A.Baseline");
    private static readonly Budget Bytes = Budget.Bytes(200, "stream/bytes", "what", "A.Subject");

    [TestCase(1.00, 1.02, 1.10, 1.12, "1.10x (1.08–1.12)", "SLOWER")]
    [TestCase(1.00, 1.02, 0.80, 0.82, "0.80x (0.78–0.82)", "faster")]
    [TestCase(1.00, 1.20, 1.10, 1.30, "1.10x (0.92–1.30)", "within the noise")]
    [TestCase(1.00, 1.001, 1.04, 1.05, "1.04x (1.04–1.05)", "SLOWER")]
    [TestCase(1.00, 1.001, 1.02, 1.03, "1.02x (1.02–1.03)", "within the noise", TestName = "A change of less than 3% is not reported")]
    [TestCase(1.00, 1.00, 0.98, 0.98, "0.98x (0.98–0.98)", "within the noise", TestName = "A gain of less than 3% is not reported")]
    [TestCase(1.00, 1.048, 1.05, 1.06, "1.05x (1.00–1.06)", "within the noise", TestName = "An interval that contains 1 as it is printed is not reported")]
    [TestCase(1.06, 1.06, 1.00, 1.058, "0.94x (0.94–1.00)", "within the noise", TestName = "An interval that ends with 1 as it is printed is not reported")]
    public void A_ratio_is_slower_or_faster_only_if_the_ranges_of_both_runs_do_not_overlap(double before, double beforeHigh, double after, double afterHigh, string text, string outcome)
    {
        BudgetChange change = Change(Verdict(Ratio, before, beforeHigh), Verdict(Ratio, after, afterHigh));
        Assert.That((change.Text(), change.Outcome), Is.EqualTo((text, outcome)));
    }

    [Test]
    public void A_change_is_reported_in_less_than_1_percent_of_the_rows_of_unchanged_code()
    {
        // A process varies by 20% in either direction, which is so much that a change of less than 3% hardly occurs.
        Random random = new(1);
        const int Rows = 20_000;
        int reported = 0;
        int byThree = 0;
        for (int row = 0; row < Rows; row++)
        {
            BudgetRun saved = Run("old", BudgetVerdict.Of(Ratio, [Process(), Process(), Process()]));
            List<BudgetFigure> figures = [];
            BudgetVerdict verdict = BudgetProcesses.Measure(Ratio, saved.Figures[0], processes =>
            {
                while (figures.Count < processes)
                {
                    figures.Add(Process());
                }

                return figures;
            });
            byThree += Outcome(BudgetVerdict.Of(Ratio, figures[..3])) != "within the noise" ? 1 : 0;
            reported += Outcome(verdict) != "within the noise" ? 1 : 0;

            string Outcome(BudgetVerdict now) => BudgetChange.Between(saved, Run("new", now)).Single().Outcome;
        }

        // 2 of 20 and 2 of 220 orders of the processes, without those whose medians are within 3%.
        Assert.That(byThree / (double)Rows, Is.InRange(0.08, 0.1));
        Assert.That(reported / (double)Rows, Is.InRange(0.004, 0.01));

        BudgetFigure Process() => Figure(0.8 + (0.4 * random.NextDouble()));
    }

    [Test]
    public void A_changed_time_is_measured_until_it_no_longer_differs()
    {
        Assert.That(Processes(null, 1, 1, 1), Is.EqualTo(3));
        Assert.That(Processes(1, 1, 1, 1), Is.EqualTo(3));
        Assert.That(Processes(0.5, 1, 1, 1, 1, 0.4), Is.EqualTo(5));
        Assert.That(Processes(0.5, 1, 1, 1, 1, 1, 1, 1, 1, 1), Is.EqualTo(9));

        static int Processes(double? saved, params double[] ratios)
        {
            int most = 0;
            BudgetRunFigure? before = saved is { } figure ? BudgetRunFigure.Of(BudgetVerdict.Of(Ratio, [Figure(figure)])) : null;
            BudgetProcesses.Measure(Ratio, before, processes => [.. ratios[..(most = processes)].Select(ratio => Figure(ratio))]);
            return most;
        }
    }

    [TestCase(24, Settling.Settled, 3)]
    [TestCase(0, Settling.Settled, 7)]
    [TestCase(24, Settling.Changing, 7)]
    public void A_missed_budget_is_measured_again_unless_it_allocates_more(double bytes, Settling settling, int processes)
    {
        int most = 0;
        BudgetProcesses.Measure(Ratio with { MaxBytes = 0 }, null, up => [.. Enumerable.Repeat(Figure(2, bytes) with { Settling = settling }, most = up)]);
        Assert.That(most, Is.EqualTo(processes));
    }

    [Test]
    public void A_lower_speedup_is_reported_as_slower()
    {
        // The speedup fell from 4 to 2, so the code takes twice the time.
        BudgetChange change = Change(BudgetVerdict.Of(Speedup, [Figure(0.25)]), BudgetVerdict.Of(Speedup, [Figure(0.5)]));
        Assert.That((change.Text(), change.Outcome), Is.EqualTo(("2.00x (2.00–2.00)", "SLOWER")));
    }

    [TestCase(0, 24, "0 B to 24 B", "ALLOCATES MORE")]
    [TestCase(24, 0, "24 B to 0 B", "allocates less")]
    [TestCase(24, 24.001, "24 B to 24 B", "same")]
    public void Allocated_bytes_are_compared_directly_and_not_as_a_ratio(double before, double after, string text, string outcome)
    {
        BudgetChange change = Change(BudgetVerdict.Of(Bytes, [Figure(1, before)]), BudgetVerdict.Of(Bytes, [Figure(1, after)]));
        Assert.That((change.Text(), change.AllocatedText(), change.Outcome), Is.EqualTo(("–", text, outcome)));
    }

    [Test]
    public void Changes_of_time_and_allocation_are_both_reported()
    {
        Assert.That(Outcome(0.5, 24, 48), Is.EqualTo(("faster, ALLOCATES MORE", true, false)));
        Assert.That(Outcome(3, 24, 0), Is.EqualTo(("SLOWER, allocates less", true, false)));
        Assert.That(Outcome(0.5, 24, 0), Is.EqualTo(("faster, allocates less", false, true)));
        Assert.That(Outcome(1, 24, 0), Is.EqualTo(("allocates less", false, true)));
        Assert.That(Outcome(1, 24, 24), Is.EqualTo(("within the noise", false, false)));

        static (string, bool, bool) Outcome(double ratio, double before, double after)
        {
            BudgetChange change = Change(BudgetVerdict.Of(Ratio, [Figure(1, before)]), BudgetVerdict.Of(Ratio, [Figure(ratio, after)]));
            return (change.Outcome, change.IsWorse, change.IsBetter);
        }
    }

    [Test]
    public void A_figure_that_did_not_settle_is_neither_slower_nor_faster() =>
        Assert.That(
            Change(BudgetVerdict.Of(Ratio, [Figure(1)]), BudgetVerdict.Of(Ratio, [Figure(9) with { Settling = Settling.Compiling }])).Outcome, Is.EqualTo("did not settle"));

    [Test]
    public void A_budget_that_is_missing_from_the_saved_run_is_new()
    {
        BudgetChange change = BudgetChange.Between(Run("old"), Run("new", BudgetVerdict.Of(Ratio, [Figure(1)]))).Single();
        Assert.That((change.Text(), change.AllocatedText(), change.Outcome), Is.EqualTo(("–", "–", "new")));
    }

    [Test]
    public void A_run_round_trips_and_an_invalid_file_is_rejected_with_its_name()
    {
        BudgetRun run = Run("abc123", Verdict(Ratio, 1, 1.2), BudgetVerdict.Of(Speedup, [Figure(0.25)]), BudgetVerdict.Of(Bytes, [Figure(1, 24) with { Settling = Settling.Changing }]));
        BudgetRun read = BudgetRun.FromJson(run.ToJson(), "base.json");
        Assert.That(read.Figures, Is.EqualTo(run.Figures));
        Assert.That((read.Commit, read.Machine, read.Date, read.Runtime), Is.EqualTo(("abc123", "a machine", "2026-11-22", ".NET 10.0.12")));
        foreach (string text in (string[])["", "{}", "[]", "{\"commit\":", run.ToJson().Replace("\"figure\"", "\"renamed\""), With("\"figure\": 1,", "\"figure\": 0,"), With("\"lowest\": 1,", "\"lowest\": 0,"),
            With("\"highest\": 1.2", "\"highest\": 1e999"), With("\"kind\": \"Ratio\"", "\"kind\": 7"), "{\"commit\":\"a\",\"machine\":\"m\",\"date\":\"d\",\"figures\":[null]}"])
        {
            Assert.That(() => BudgetRun.FromJson(text, "base.json"), Throws.InstanceOf<InvalidDataException>().With.Message.StartsWith("base.json"));
        }

        string With(string saved, string damaged) => run.ToJson() is var json && json.Contains(saved, StringComparison.Ordinal) ? json.Replace(saved, damaged) : throw new ArgumentException(json);
    }

    [Test]
    public void The_summary_counts_the_outcomes_and_warns_of_another_machine()
    {
        BudgetRun before = Run("old", BudgetVerdict.Of(Ratio, [Figure(1)]), BudgetVerdict.Of(Speedup, [Figure(1)]));
        BudgetRun after = Run("new", BudgetVerdict.Of(Ratio, [Figure(2)]), BudgetVerdict.Of(Speedup, [Figure(0.5)]), BudgetVerdict.Of(Bytes, [Figure(1)]));
        Assert.That(BudgetChange.Summary(before, after, BudgetChange.Between(before, after)), Is.EqualTo("old (2026-11-22) to new: 1 SLOWER, 1 faster, 1 new."));
        Assert.That(
            BudgetChange.Summary(before with { Machine = "another" }, after, []),
            Does.EndWith("The saved figures are from another machine (another): compare ratios, not times."));
    }

    [Test]
    public void The_summary_warns_of_another_runtime_even_if_the_file_does_not_name_it()
    {
        BudgetRun after = Run("new");
        Assert.That(BudgetChange.Summary(after with { Runtime = ".NET 9.0.1" }, after, []), Does.EndWith("The saved figures are from .NET 9.0.1, these from .NET 10.0.12: a change may be the runtime's."));
        BudgetRun old = BudgetRun.FromJson("{\"commit\":\"a\",\"machine\":\"a machine\",\"date\":\"d\",\"figures\":[]}", "base.json");
        Assert.That(BudgetChange.Summary(old, after, []), Does.Contain("from an unknown runtime"));
    }

    [Test]
    public void The_summary_names_saved_budgets_that_have_no_figure_now()
    {
        BudgetRun before = Run("old", BudgetVerdict.Of(Ratio, [Figure(1)]), BudgetVerdict.Of(Speedup, [Figure(1)]));
        BudgetRun after = Run("new", BudgetVerdict.Of(Ratio, [Figure(1)]));
        Assert.That(
            BudgetChange.Summary(before, after, BudgetChange.Between(before, after)),
            Is.EqualTo("old (2026-11-22) to new: 1 within the noise. 1 saved without a figure now: packet/prepend."));
    }

    private static BudgetChange Change(BudgetVerdict before, BudgetVerdict after) => BudgetChange.Between(Run("old", before), Run("new", after)).Single();

    private static BudgetRun Run(string commit, params BudgetVerdict[] verdicts) => BudgetRun.Of(commit, "a machine", ".NET 10.0.12", "2026-11-22", verdicts);

    /// <summary>Creates a verdict of three processes. Two of them have the lowest figure, which is the median.</summary>
    private static BudgetVerdict Verdict(Budget budget, double lowest, double highest) => BudgetVerdict.Of(budget, [Figure(lowest), Figure(lowest), Figure(highest)]);

    private static BudgetFigure Figure(double ratio, double bytes = 0) => new(ratio, 1, ratio, bytes, 0);
}
