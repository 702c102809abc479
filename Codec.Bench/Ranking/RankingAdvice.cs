using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Codec.Bench.Ranking;

/// <summary>Says in one sentence what to use on this machine and why, from nothing but the figures.</summary>
public static class RankingAdvice
{
    /// <summary>Below this, in times as long, a difference is not worth a word.</summary>
    private const double WorthSaying = 1.05;

    /// <summary>The sentence for one ranking.</summary>
    public static string Sentence(RankingQuestion question, IReadOnlyList<RankedEntry> ranked)
    {
        ArgumentNullException.ThrowIfNull(question);
        ArgumentNullException.ThrowIfNull(ranked);
        RankedEntry[] choices = [.. ranked.Where(row => row.Rank > 0)];
        RankedEntry[] first = [.. choices.Where(row => row.Rank == 1)];
        RankedEntry best = first.FirstOrDefault(row => row.Entry.Name == question.Default) ?? first[0];
        RankedEntry slowest = choices[^1];
        string sentence = $"{question.Goal}, use {best.Entry.Name}: {Time(best)}, {AgainstBaseline(question, best)}, {Bytes(best)}";
        string[] equals = [.. first.Where(row => row != best).Select(row => row.Entry.Name)];
        if (equals.Length > 0)
        {
            sentence += $"; {string.Join(" and ", equals)} {(equals.Length == 1 ? "is" : "are")} as fast within the noise";
        }

        RankedEntry? usual = choices.FirstOrDefault(row => row.Entry.Name == question.Default);
        if (usual is not null && usual != best)
        {
            sentence += $"; the library's default, {usual.Entry.Name}, takes {Times(usual, best)} as long here";
        }

        if (slowest.Rank != 1 && slowest != usual && slowest.Entry.Nanoseconds > best.Entry.Nanoseconds * WorthSaying)
        {
            sentence += $"; the slowest, {slowest.Entry.Name}, takes {Times(slowest, best)} as long";
            if (slowest.Entry.BytesAllocated > best.Entry.BytesAllocated)
            {
                sentence += $" and allocates {Bytes(slowest)}";
            }
        }

        return sentence + ".";
    }

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

    private static string Time(RankedEntry row) => Text($"{row.Entry.Nanoseconds:0.00} ns");

    private static string Bytes(RankedEntry row) => Text($"{row.Entry.BytesAllocated:0.#} B");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
