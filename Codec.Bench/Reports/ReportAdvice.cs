using System;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>Recommends a way, based only on the figures, and names cases in which the library is not the fastest.</summary>
public static class ReportAdvice
{
    /// <summary>Returns one sentence about one table, or an empty string if its rows do different jobs.</summary>
    public static string Sentence(ReportTable table)
    {
        ArgumentNullException.ThrowIfNull(table);
        if (!table.IsOneJob)
        {
            return "";
        }

        if (table.Undecided is { } ours)
        {
            return $"Not ranked, because {ours.Name} has no figure: {ours.Reason}.";
        }

        RankedRow[] choices = [.. table.Ranked().Where(row => row.Rank > 0)];
        if (choices.Length == 0)
        {
            return "There is nothing to choose from.";
        }

        ReportRow[] first = [.. choices.Where(row => row.Rank == 1).Select(row => row.Row)];
        ReportRow best = Preferred(table, first);
        string sentence = choices.Length == 1
            ? $"**{best.Name}** takes {ReportText.Time(best.Nanoseconds)} and allocates {ReportText.Bytes(best.BytesAllocated)}"
            : $"Use **{best.Name}**: {ReportText.Time(best.Nanoseconds)}, {ReportText.Bytes(best.BytesAllocated)} allocated";
        string[] equals = [.. first.Where(row => row != best).Select(row => $"{row.Name}, {ReportText.Times(row.Nanoseconds / best.Nanoseconds)}")];
        if (equals.Length > 0)
        {
            sentence += $" (with the same rank: {string.Join("; ", equals)})";
        }

        ReportRow slowest = choices[^1].Row;
        if (choices[^1].Rank > 1)
        {
            sentence += $"; {slowest.Name}: {ReportText.Times(slowest.Nanoseconds / best.Nanoseconds)} the time";
        }

        if (table.Rows.FirstOrDefault(row => row.Name == table.Limit) is { } limit)
        {
            sentence += limit.High < best.Low
                ? $". **Slower than the limit**, {limit.Name}: {ReportText.Times(best.Nanoseconds / limit.Nanoseconds)} its time"
                : $"; the limit, {limit.Name}: {ReportText.Times(limit.Nanoseconds / best.Nanoseconds)} the time";
        }

        if (!first.Any(table.IsOurs) && choices.Select(row => row.Row).FirstOrDefault(table.IsOurs) is { } slower)
        {
            sentence += $". **This library is slower here**: {slower.Name} takes {ReportText.Times(slower.Nanoseconds / best.Nanoseconds)} the time of {best.Name}";
        }

        return sentence + ".";
    }

    /// <summary>
    /// Returns the library's default way, unless the median of another of its ways is below the default's interval. In that case, or if the default
    /// does not have the first rank, returns the library's fastest way of that rank, or the fastest way if the library has none.
    /// </summary>
    private static ReportRow Preferred(ReportTable table, ReportRow[] first)
    {
        ReportRow? fastest = first.FirstOrDefault(table.IsOurs);
        ReportRow? ours = first.FirstOrDefault(row => row.Name == table.Ours);
        return (ours is not null && fastest!.Nanoseconds >= ours.Low ? ours : fastest) ?? first[0];
    }
}
