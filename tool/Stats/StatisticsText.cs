using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Capture;
using Codec.Cli.Traffic;

namespace Codec.Cli.Stats;

/// <summary>Shows statistics as tables and bars that fit 80 columns.</summary>
/// <param name="output">The output to print to.</param>
internal sealed class StatisticsText(Utf8Output output)
{
    private const int BarWidth = 40;
    private const int NameColumns = 18;

    // The number of lines that a terminal shows at once. --json prints all lines.
    private const int MaxIds = 20;
    private const int MaxRows = 16;

    private readonly TextLine _line = new() { Limit = NarrowTable.Columns };
    private readonly PacketLine _places = new();

    /// <summary>Prints the statistics.</summary>
    public void Write(PacketStatistics statistics)
    {
        bool hasTime = statistics.Start >= 0;
        string rate = hasTime && statistics.Duration > 0
            ? $" in {UnitText.Time(statistics.Duration)}: {UnitText.Count(Rate(statistics.Packets, statistics))} packets/s, {UnitText.Bytes(Rate(statistics.Bytes, statistics))}/s"
            : "";
        Line($"{Number(statistics.Packets)} packets, {UnitText.Bytes(statistics.Bytes)} of payloads{rate}");
        if (statistics.Packets > 0)
        {
            Ids(statistics);
            Sizes(statistics);
            if (hasTime)
            {
                Times(statistics);
            }

            Largest(statistics, hasTime);
        }

        Errors(statistics);
    }

    private static double Rate(long count, PacketStatistics statistics) => count / (statistics.Duration / 1e9);

    private static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Sign(CaptureDirection direction) => direction switch { CaptureDirection.Inbound => "<", CaptureDirection.Outbound => ">", _ => " " };

    private void Ids(PacketStatistics statistics)
    {
        Title("   id name               dir   packets     bytes  packets/s   min   max  errors");
        IReadOnlyList<IdCount> ids = statistics.Ids;
        IEnumerable<IdCount> shown = ids.Take(MaxIds);
        foreach (IdCount count in statistics.WithOthers(shown))
        {
            _line.Clear();
            _line.Append(count.Id, 5);
            _line.Append(' ');
            _line.Append(Cut(count.Name ?? "?"));
            _line.PadTo(25);
            _line.Append(Sign(count.Direction));
            Right(38, Number(count.Packets));
            Right(48, UnitText.Bytes(count.Bytes));
            Right(59, statistics.Duration > 0 ? UnitText.Count(Rate(count.Packets, statistics)) : "");
            Right(65, UnitText.Count(count.Smallest));
            Right(71, UnitText.Count(count.Largest));
            Right(79, count.Errors > 0 ? Number(count.Errors) : "");
            output.Write(_line.Finish());
        }

        foreach (IdCount count in shown.Where(count => count.UnpackedBytes != count.Bytes))
        {
            Line($"  {Number(count.Id)} {Cut(count.Name ?? "?")} {Sign(count.Direction)}: packed to {UnitText.Bytes(count.Bytes)} from {UnitText.Bytes(count.UnpackedBytes)}, {count.PackedPercent}%");
        }

        if (ids.Count > MaxIds)
        {
            Line($"      and {Number(ids.Count - MaxIds)} more; --json shows them all");
        }
    }

    private void Sizes(PacketStatistics statistics)
    {
        Title("payload size in bytes");
        long max = statistics.Sizes.Max();
        int first = Array.FindIndex(statistics.Sizes, count => count > 0);
        for (int i = Math.Max(0, first); i <= Array.FindLastIndex(statistics.Sizes, count => count > 0); i++)
        {
            Bar(UnitText.Sizes(i), statistics.Sizes[i], max, Number(statistics.Sizes[i]));
        }
    }

    private void Times(PacketStatistics statistics)
    {
        TimeLine times = statistics.TimeLine;
        int step = Math.Max(1, (times.Count + MaxRows - 1) / MaxRows);
        long[] rows = [.. Enumerable.Range(0, (times.Count + step - 1) / step).Select(row => Sum(times.Packets, row * step, step))];
        long max = rows.DefaultIfEmpty(0).Max();
        Title($"packets over time, in steps of {UnitText.Time(times.Interval * step)}");
        for (int i = 0; i < rows.Length; i++)
        {
            Bar(UnitText.Time(times.Start + (i * step * times.Interval)), rows[i], max, Number(rows[i]));
        }

        if (statistics.Gaps.Items.Count > 0)
        {
            Title("longest gaps between packets");
        }

        foreach ((long gap, long time) in statistics.Gaps.Items)
        {
            Line($"  {UnitText.Time(gap)} from {UnitText.Time(time)}");
        }

        Title($"bursts: most packets in {UnitText.Time(PacketStatistics.BurstInterval)}");
        foreach ((long packets, long time) in statistics.Bursts.Items)
        {
            Line($"  {Number(packets)} from {UnitText.Time(time)}");
        }
    }

    private void Largest(PacketStatistics statistics, bool hasTime)
    {
        Title("largest payloads");
        foreach ((long size, (uint id, string? name, long time)) in statistics.Largest.Items)
        {
            Line($"  {Number(size)} bytes: {Number(id)} {name ?? "?"} at {(hasTime ? UnitText.Time(time) : $"byte {Number(time)}")}");
        }
    }

    private void Errors(PacketStatistics statistics)
    {
        if (statistics.Errors == 0)
        {
            return;
        }

        Title("errors");
        foreach ((string kind, long count) in statistics.ErrorKinds)
        {
            Line($"  {Number(count)} {kind}");
        }

        foreach (PacketFault fault in statistics.Faults)
        {
            output.Write(WrappedText.Of(fault.Message, $"{_places.Place(fault)}  ", NarrowTable.Columns));
        }

        if (statistics.FaultCount > statistics.Faults.Count)
        {
            Line($"  and {Number(statistics.FaultCount - statistics.Faults.Count)} more");
        }
    }

    private static long Sum(ReadOnlySpan<long> values, int start, int count)
    {
        long sum = 0;
        foreach (long value in values.Slice(start, Math.Min(count, values.Length - start)))
        {
            sum += value;
        }

        return sum;
    }

    private static string Cut(string text) => text.Length > NameColumns ? string.Concat(text.AsSpan(0, NameColumns - 1), "…") : text;

    private void Bar(string label, long value, long max, string number)
    {
        _line.Clear();
        _line.Pad(2);
        Right(24, label);
        _line.Pad(1);
        int eighths = max == 0 ? 0 : (int)(value * 8.0 * BarWidth / max);
        eighths = value > 0 ? Math.Max(1, eighths) : 0;
        for (; eighths >= 8; eighths -= 8)
        {
            _line.Append("█");
        }

        if (eighths > 0)
        {
            _line.Append(" ▏▎▍▌▋▊▉"[eighths].ToString());
        }

        _line.Pad(1);
        _line.Append(number);
        output.Write(_line.Finish());
    }

    // A number that is too long for its column moves to the right.
    private void Right(int column, string text)
    {
        _line.PadTo(Math.Max(column - text.Length, _line.Columns + 1));
        _line.Append(text);
    }

    private void Title(string text)
    {
        output.WriteLine("");
        Line(text);
    }

    private void Line(string text)
    {
        _line.Clear();
        _line.Append(text);
        output.Write(_line.Finish());
    }
}
