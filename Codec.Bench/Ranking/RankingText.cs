using System;
using System.Globalization;

namespace Codec.Bench.Ranking;

/// <summary>Figures of the ranking in words: the same for the progress and for the table.</summary>
public static class RankingText
{
    /// <summary>A time with its noise: <c>2.81 ns ±0.14</c>.</summary>
    public static string Time(RankingEntry entry)
    {
        ArgumentNullException.ThrowIfNull(entry);
        return string.Create(CultureInfo.InvariantCulture, $"{entry.Nanoseconds:0.00} ns ±{entry.Noise:0.00}");
    }

    /// <summary>The line for a benchmark that has ended; without an entry, it failed.</summary>
    public static string Progress(int done, int count, string name, RankingEntry? entry) =>
        string.Create(CultureInfo.InvariantCulture, $"[{done,2}/{count}] {name,-38} {(entry is null ? "failed" : Time(entry)),18}");
}
