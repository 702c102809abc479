using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Codec.Bench.Ranking;

/// <summary>Formats figures and paragraphs of the ranking.</summary>
public static class RankingText
{
    /// <summary>The time from which microseconds are used, because nanoseconds would be wider than a column.</summary>
    private const double Microseconds = 10_000;

    /// <summary>Returns a time with its noise: <c>2.81 ns ±0.14</c>.</summary>
    public static string Time(RankingEntry entry)
    {
        ArgumentNullException.ThrowIfNull(entry);
        return entry.Nanoseconds < Microseconds
            ? string.Create(CultureInfo.InvariantCulture, $"{entry.Nanoseconds:0.00} ns ±{entry.Noise:0.00}")
            : string.Create(CultureInfo.InvariantCulture, $"{entry.Nanoseconds / 1000:0.00} µs ±{entry.Noise / 1000:0.00}");
    }

    /// <summary>Returns a time without its noise.</summary>
    public static string ShortTime(double nanoseconds) => nanoseconds < Microseconds
        ? string.Create(CultureInfo.InvariantCulture, $"{nanoseconds:0.00} ns")
        : string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1000:0.00} µs");

    /// <summary>
    /// Breaks a text at spaces into indented lines of at most <paramref name="width"/> characters. A longer word is a separate line.
    /// </summary>
    public static IReadOnlyList<string> Wrap(string text, int width, string indent = "")
    {
        ArgumentNullException.ThrowIfNull(text);
        ArgumentNullException.ThrowIfNull(indent);
        List<string> lines = [];
        StringBuilder line = new(indent);
        foreach (string word in text.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            if (line.Length > indent.Length && line.Length + 1 + word.Length > width)
            {
                lines.Add(line.ToString());
                line.Clear().Append(indent);
            }

            line.Append(line.Length > indent.Length ? " " : "").Append(word);
        }

        lines.Add(line.ToString());
        return lines;
    }
}
