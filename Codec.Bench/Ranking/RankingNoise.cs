using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Codec.Bench.Ranking;

/// <summary>The noise of a run.</summary>
/// <param name="Typical">The median of the ways' noises, as shares of their times.</param>
/// <param name="Largest">The largest noise of a way.</param>
/// <param name="LargestName">The way with the largest noise.</param>
/// <param name="Drift">The largest relative difference of the times of the same code between processes.</param>
public sealed record RankingNoise(double Typical, double Largest, string LargestName, double Drift)
{
    /// <summary>The largest noise with which ways that differ by a tenth are distinguished.</summary>
    private const double Quiet = 0.05;

    /// <summary>The noise above which the ranks of ways that differ by less than a half are random.</summary>
    private const double Loud = 0.15;

    /// <summary>Gets whether the order of ways that differ by a tenth is reliable.</summary>
    public bool IsQuiet => Typical <= Quiet;

    /// <summary>Computes the noise of several questions.</summary>
    /// <exception cref="ArgumentException">No question has an entry besides its baseline.</exception>
    public static RankingNoise Of(IReadOnlyList<RankingAnswer> answers, double drift)
    {
        ArgumentNullException.ThrowIfNull(answers);
        RankingEntry[] entries =
            [.. answers.SelectMany(answer => answer.Ranked.Where(row => row.Entry.Name != answer.Question.Baseline).Select(row => row.Entry)).OrderBy(Share)];
        if (entries.Length == 0)
        {
            throw new ArgumentException("Nothing was measured besides the baselines.", nameof(answers));
        }

        return new RankingNoise(Share(entries[entries.Length / 2]), Share(entries[^1]), entries[^1].Name, drift);
    }

    /// <summary>Returns a description of the noise, and how to reduce it.</summary>
    /// <param name="isRanked">Whether every question is ranked.</param>
    public string Sentence(bool isRanked)
    {
        string figures = string.Create(
            CultureInfo.InvariantCulture,
            $"between processes, times varied by {Typical * 100:0.#}% against their baseline (at most {Largest * 100:0.#}%: {LargestName}), and the baselines themselves by up to {Drift * 100:0.#}%.");
        return IsQuiet
            ? $"{figures} Ways that differ by 10% are distinguished; {(isRanked ? "the run can be trusted." : "a question that is not ranked needs another run on an idle machine.")}"
            : Typical <= Loud
                ? $"{figures} Ways that differ by less than a third may be in the wrong order. To trust them, close other programs, use mains power, and run it again."
                : $"{figures} That is too much to trust the order. Run it on an idle machine, on mains power, outside of a shared virtual machine.";
    }

    private static double Share(RankingEntry entry) => entry.Noise / entry.Nanoseconds;
}
