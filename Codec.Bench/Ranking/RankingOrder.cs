using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Bench.Measuring;

namespace Codec.Bench.Ranking;

/// <summary>Ranks entries.</summary>
public static class RankingOrder
{
    /// <summary>
    /// Ranks the entries by time, fastest first, after the limit. The noise decides which entries share the first rank. No entry has a rank if
    /// the noise of the fastest entry or of the baseline is too large.
    /// </summary>
    /// <exception cref="ArgumentException">No entry has the baseline's name, or none is a choice.</exception>
    public static IReadOnlyList<RankedEntry> Of(IReadOnlyCollection<RankingEntry> entries, string baseline)
    {
        ArgumentNullException.ThrowIfNull(entries);
        RankingEntry one = entries.FirstOrDefault(entry => entry.Name == baseline)
            ?? throw new ArgumentException($"No entry is named '{baseline}'.", nameof(baseline));
        RankingEntry[] choices = [.. entries.Where(entry => !entry.IsLimit).OrderBy(entry => entry.Nanoseconds)];
        if (choices.Length == 0)
        {
            throw new ArgumentException("There is nothing to choose from.", nameof(entries));
        }

        RankingEntry? fastest = Unusable(entries, one) is null ? Fastest(choices) : null;
        List<RankedEntry> ranked = [.. entries.Where(entry => entry.IsLimit).Select(entry => Ranked(0, entry))];
        int rank = 0;
        foreach (RankingEntry entry in choices)
        {
            rank += IsUsable(entry) ? 1 : 0;
            ranked.Add(Ranked(fastest is null ? 0 : RankOf(entry, fastest, rank), entry));
        }

        return ranked;

        RankedEntry Ranked(int rank, RankingEntry entry) => new(rank, entry.Nanoseconds / one.Nanoseconds, entry);
    }

    /// <summary>Returns the entry whose noise prevents a ranking of the run, or <see langword="null"/>.</summary>
    internal static RankingEntry? Unusable(IReadOnlyCollection<RankingEntry> entries, RankingEntry baseline)
    {
        RankingEntry? fastest = Fastest(entries.Where(entry => !entry.IsLimit));
        return fastest is null || fastest.IsNoisy ? fastest ?? entries.First(entry => !entry.IsLimit)
            : !IsUsable(baseline) || baseline.IsNoisy ? baseline
            : null;
    }

    private static RankingEntry? Fastest(IEnumerable<RankingEntry> choices) => choices.Where(IsUsable).MinBy(entry => entry.Nanoseconds);

    private static bool IsUsable(RankingEntry entry) => entry.Settling == Settling.Settled;

    private static int RankOf(RankingEntry entry, RankingEntry fastest, int rank)
    {
        bool overlaps = entry.Nanoseconds - entry.Noise <= fastest.Nanoseconds + fastest.Noise;
        return !IsUsable(entry) || (overlaps && entry.IsNoisy) ? 0
            : overlaps && entry.BytesAllocated <= fastest.BytesAllocated + Allocation.StrayBytes ? 1
            : rank;
    }
}
