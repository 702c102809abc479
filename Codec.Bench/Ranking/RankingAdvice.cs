using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Bench.Measuring;

namespace Codec.Bench.Ranking;

/// <summary>Recommends in one sentence what to use on this machine and why, based only on the figures.</summary>
public static class RankingAdvice
{
    /// <summary>The smallest ratio of times that the advice mentions.</summary>
    private const double WorthSaying = 1.05;

    /// <summary>Returns the sentence for one ranking.</summary>
    public static string Sentence(RankingQuestion question, IReadOnlyList<RankedEntry> ranked)
    {
        ArgumentNullException.ThrowIfNull(question);
        ArgumentNullException.ThrowIfNull(ranked);
        RankedEntry[] choices = [.. ranked.Where(row => row.Rank > 0)];
        RankedEntry[] first = [.. choices.Where(row => row.Rank == 1)];
        if (first.Length == 0)
        {
            return NotRanked(question, ranked);
        }

        RankedEntry best = first.FirstOrDefault(row => row.Entry.Name == question.Default) ?? first[0];
        RankedEntry slowest = choices[^1];
        string sentence = $"{question.Goal}, use {best.Entry.Name}: {Time(best)}, {AgainstBaseline(question, best)}, {Bytes(best)}";
        RankedEntry[] equals = [.. first.Where(row => row != best)];
        if (equals.Length > 0)
        {
            sentence += $"; {Names(equals)} {(equals.Length == 1 ? "is" : "are")} as fast within the noise";
        }

        RankedEntry[] noisy = [.. ranked.Where(row => row.IsUnclear && row.Entry.Settling == Settling.Settled)];
        if (noisy.Length > 0)
        {
            sentence += $"; the run is too noisy to say whether {Names(noisy)} {(noisy.Length == 1 ? "is" : "are")} as fast";
        }

        RankedEntry[] unsettled = [.. ranked.Where(row => row.IsUnclear && row.Entry.Settling != Settling.Settled)];
        if (unsettled.Length > 0)
        {
            sentence += $"; {Names(unsettled)} did not settle and {(unsettled.Length == 1 ? "is" : "are")} not ranked";
        }

        RankedEntry? usual = choices.FirstOrDefault(row => row.Entry.Name == question.Default);
        if (usual is not null && usual.Entry.Nanoseconds > best.Entry.Nanoseconds * WorthSaying)
        {
            sentence += $"; the library's default, {usual.Entry.Name}, takes {Times(usual, best)} as long here";
        }

        // A way without a rank may be slower.
        bool isSlowest = ranked.All(row => !row.IsUnclear || row.Entry.Nanoseconds + row.Entry.Noise < slowest.Entry.Nanoseconds);
        if (isSlowest && slowest.Rank != 1 && slowest != usual && slowest.Entry.Nanoseconds > best.Entry.Nanoseconds * WorthSaying)
        {
            // The ratio to the baseline is in the first part of the sentence.
            sentence += slowest.Entry.Name == question.Baseline
                ? $"; {slowest.Entry.Name} is the slowest"
                : $"; the slowest, {slowest.Entry.Name}, takes {Times(slowest, best)} as long";
            if (slowest.Entry.BytesAllocated > best.Entry.BytesAllocated)
            {
                sentence += $" and allocates {Bytes(slowest)}";
            }
        }

        return sentence + ".";
    }

    private static string NotRanked(RankingQuestion question, IReadOnlyList<RankedEntry> ranked)
    {
        RankingEntry[] entries = [.. ranked.Select(row => row.Entry)];
        RankingEntry one = RankingOrder.Unusable(entries, entries.First(entry => entry.Name == question.Baseline))!;
        string why = one.Settling == Settling.Settled ? $"{one.Name} took {RankingText.Time(one)}" : $"{one.Name} did not settle";
        return $"This run is too noisy to rank: {why}. Run it again on an idle machine.";
    }

    private static string Names(RankedEntry[] rows) => string.Join(" and ", rows.Select(row => row.Entry.Name));

    private static string AgainstBaseline(RankingQuestion question, RankedEntry best)
    {
        if (best.Entry.Name == question.Baseline)
        {
            return "the baseline itself";
        }

        if (question.BaselineIsLimit && best.Ratio <= WorthSaying)
        {
            return $"as fast as {question.BaselineInWords}";
        }

        return best.Ratio <= 1 / WorthSaying
            ? Text($"{1 / best.Ratio:0.#} times as fast as {question.BaselineInWords}")
            : Text($"{best.Ratio:0.00} times the time of {question.BaselineInWords}");
    }

    private static string Times(RankedEntry row, RankedEntry best) => Text($"{row.Entry.Nanoseconds / best.Entry.Nanoseconds:0.#} times");

    private static string Time(RankedEntry row) => RankingText.ShortTime(row.Entry.Nanoseconds);

    private static string Bytes(RankedEntry row) => Text($"{row.Entry.BytesAllocated:0.#} B");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
