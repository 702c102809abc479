using System;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>Says from nothing but the figures which way to take, and where ours is not the fastest.</summary>
public static class ReportAdvice
{
    /// <summary>One sentence about one table.</summary>
    public static string Sentence(ReportTable table)
    {
        ArgumentNullException.ThrowIfNull(table);
        RankedRow[] choices = [.. table.Ranked().Where(row => row.Rank > 0)];
        if (choices.Length == 0)
        {
            return "There is nothing to choose from.";
        }

        ReportRow[] first = [.. choices.Where(row => row.Rank == 1).Select(row => row.Row)];
        ReportRow best = first.FirstOrDefault(row => row.Name == table.Ours) ?? first.FirstOrDefault(table.IsOurs) ?? first[0];
        string sentence = choices.Length == 1
            ? $"**{best.Name}** takes {ReportText.Time(best.Nanoseconds)} and allocates {ReportText.Bytes(best.BytesAllocated)}"
            : $"Use **{best.Name}**: {ReportText.Time(best.Nanoseconds)}, {ReportText.Bytes(best.BytesAllocated)} allocated";
        string[] equals = [.. first.Where(row => row != best).Select(row => row.Name)];
        if (equals.Length > 0)
        {
            sentence += $" (not told apart from {Listed(equals)})";
        }

        ReportRow slowest = choices[^1].Row;
        if (choices[^1].Rank > 1)
        {
            sentence += $"; {slowest.Name} takes {ReportText.Times(slowest.Nanoseconds / best.Nanoseconds)} as long";
        }

        if (table.Rows.FirstOrDefault(row => row.Name == table.Limit) is { } limit)
        {
            sentence += $"; the limit, {limit.Name}, takes {ReportText.Times(limit.Nanoseconds / best.Nanoseconds)} of that";
        }

        if (!first.Any(table.IsOurs) && choices.Select(row => row.Row).FirstOrDefault(table.IsOurs) is { } ours)
        {
            sentence += $". **Ours loses here**: {ours.Name} takes {ReportText.Times(ours.Nanoseconds / best.Nanoseconds)} the time of {best.Name}";
        }

        return sentence + ".";
    }

    private static string Listed(string[] names) => names.Length == 1 ? names[0] : $"{string.Join(", ", names[..^1])} and {names[^1]}";
}
