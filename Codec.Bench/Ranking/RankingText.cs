using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Codec.Bench.Ranking;

/// <summary>Figures and paragraphs of the ranking.</summary>
public static class RankingText
{
    /// <summary>From here on, times are in microseconds: nanoseconds would be wider than a table's column.</summary>
    private const double Microseconds = 10_000;

    /// <summary>A time with its noise: <c>2.81 ns ±0.14</c>.</summary>
    public static string Time(RankingEntry entry)
    {
        ArgumentNullException.ThrowIfNull(entry);
        return entry.Nanoseconds < Microseconds
            ? string.Create(CultureInfo.InvariantCulture, $"{entry.Nanoseconds:0.00} ns ±{entry.Noise:0.00}")
            : string.Create(CultureInfo.InvariantCulture, $"{entry.Nanoseconds / 1000:0.00} µs ±{entry.Noise / 1000:0.00}");
    }

    /// <summary>A time without its noise.</summary>
    public static string ShortTime(double nanoseconds) => nanoseconds < Microseconds
        ? string.Create(CultureInfo.InvariantCulture, $"{nanoseconds:0.00} ns")
        : string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1000:0.00} µs");

    /// <summary>Breaks a text at blanks into lines of at most <paramref name="width"/> characters, each after an indent. A longer word is alone on its line.</summary>
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
