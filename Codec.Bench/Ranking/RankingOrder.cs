using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Ranking;

/// <summary>Puts entries in order.</summary>
public static class RankingOrder
{
    /// <summary>Ranks the entries by time, fastest first, the limit before them; the noise decides who shares the first rank.</summary>
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

        List<RankedEntry> ranked = [.. entries.Where(entry => entry.IsLimit).Select(entry => Ranked(0, entry))];
        for (int i = 0; i < choices.Length; i++)
        {
            ranked.Add(Ranked(IsAsFast(choices[i], choices[0]) ? 1 : i + 1, choices[i]));
        }

        return ranked;

        RankedEntry Ranked(int rank, RankingEntry entry) => new(rank, entry.Nanoseconds / one.Nanoseconds, entry);
    }

    private static bool IsAsFast(RankingEntry entry, RankingEntry fastest) =>
        entry.Nanoseconds - entry.Noise <= fastest.Nanoseconds + fastest.Noise && entry.BytesAllocated <= fastest.BytesAllocated;
}
