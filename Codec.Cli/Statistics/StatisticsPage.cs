using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Text;
using Codec.Capture;
using Codec.Schema.Diagnostics;

namespace Codec.Cli.Statistics;

/// <summary>Shows statistics as an HTML page with plots. The page needs no other file and no network.</summary>
internal static class StatisticsPage
{
    private const int PlotWidth = 760;
    private const int PlotHeight = 160;
    private const int RowHeight = 20;
    private const int LabelWidth = 220;
    private const int MaxBars = 40;

    // The page must not send requests, regardless of the names in the schema or the capture.
    private const string Head = """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width">
        <title>codec stats</title>
        <style>
        body { font: 14px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 800px; padding: 0 1em; color: #1b1b1b; background: #fff }
        table { border-collapse: collapse; width: 100% } td, th { text-align: right; padding: 2px 8px; border-bottom: 1px solid #ddd }
        td.l, th.l { text-align: left } svg { width: 100%; height: auto } rect { fill: #2b6cb0 } rect:hover { fill: #dd6b20 }
        text { font: 12px system-ui, sans-serif; fill: #444 } h2 { margin-top: 1.6em } .error { color: #b00020 }
        </style></head><body>

        """;

    /// <summary>Returns the page.</summary>
    /// <param name="statistics">The statistics.</param>
    /// <param name="file">The name of the file that was read.</param>
    public static string Write(PacketStatistics statistics, string file)
    {
        StringBuilder html = new(Head);
        html.Append(CultureInfo.InvariantCulture, $"<h1>{Text(file)}</h1>\n<p>{statistics.Packets} packets, {UnitText.Bytes(statistics.Bytes)} of payloads");
        html.Append(statistics.Duration > 0 ? $" in {UnitText.Time(statistics.Duration)}</p>\n" : "</p>\n");
        if (statistics.Start >= 0)
        {
            string interval = UnitText.Time(statistics.TimeLine.Interval);
            Plot(html, $"Packets in each {interval}", statistics.TimeLine.Packets, statistics.TimeLine.Interval, UnitText.Count);
            Plot(html, $"Payload bytes in each {interval}", statistics.TimeLine.Bytes, statistics.TimeLine.Interval, UnitText.Bytes);
        }

        Bars(html, "Payload sizes in bytes", [.. Range(statistics.Sizes).Select(i => (UnitText.Sizes(i), statistics.Sizes[i]))], UnitText.Count);
        Bars(html, "Packets by id", [.. statistics.Ids.Take(MaxBars).Select(count => ($"{count.Id} {count.Name ?? "?"} {Sign(count.Direction)}", count.Packets))], UnitText.Count);
        Bars(html, "Payload bytes by id", [.. statistics.Ids.Take(MaxBars).Select(count => ($"{count.Id} {count.Name ?? "?"} {Sign(count.Direction)}", count.Bytes))], UnitText.Bytes);
        Ids(html, statistics);
        Lists(html, statistics);
        return html.Append("</body></html>\n").ToString();
    }

    private static IEnumerable<int> Range(long[] counts)
    {
        int first = Math.Max(0, Array.FindIndex(counts, count => count > 0));
        return Enumerable.Range(first, Array.FindLastIndex(counts, count => count > 0) - first + 1);
    }

    private static string Sign(CaptureDirection direction) => direction switch { CaptureDirection.Inbound => "in", CaptureDirection.Outbound => "out", _ => "" };

    private static string Text(string text) => WebUtility.HtmlEncode(MessageText.Printable(text));

    private static string Number(double number) => number.ToString("0.##", CultureInfo.InvariantCulture);

    private static void Plot(StringBuilder html, string title, ReadOnlySpan<long> values, long interval, Func<double, string> unit)
    {
        long max = 1;
        foreach (long value in values)
        {
            max = Math.Max(max, value);
        }

        html.Append(CultureInfo.InvariantCulture, $"<h2>{Text(title)}</h2>\n<svg viewBox=\"0 0 {PlotWidth} {PlotHeight + 40}\" role=\"img\" aria-label=\"{Text(title)}\">\n");
        html.Append(CultureInfo.InvariantCulture, $"<text x=\"0\" y=\"12\">{Text(unit(max))}</text><text x=\"0\" y=\"{PlotHeight + 36}\">0 s</text>");
        html.Append(CultureInfo.InvariantCulture, $"<text x=\"{PlotWidth}\" y=\"{PlotHeight + 36}\" text-anchor=\"end\">{Text(UnitText.Time(values.Length * interval))}</text>\n");
        double width = (double)PlotWidth / Math.Max(1, values.Length);
        for (int i = 0; i < values.Length; i++)
        {
            double height = (double)values[i] / max * PlotHeight;
            html.Append($"<rect x=\"{Number(i * width)}\" y=\"{Number(PlotHeight + 18 - height)}\" width=\"{Number(Math.Max(0.5, width - 1))}\" height=\"{Number(height)}\"><title>{Text(UnitText.Time(i * interval))}: {Text(unit(values[i]))}</title></rect>\n");
        }

        html.Append("</svg>\n");
    }

    private static void Bars(StringBuilder html, string title, (string Label, long Value)[] rows, Func<double, string> unit)
    {
        long max = Math.Max(1, rows.Select(row => row.Value).DefaultIfEmpty(0).Max());
        html.Append(CultureInfo.InvariantCulture, $"<h2>{Text(title)}</h2>\n<svg viewBox=\"0 0 {PlotWidth} {Math.Max(1, rows.Length) * RowHeight}\" role=\"img\" aria-label=\"{Text(title)}\">\n");
        for (int i = 0; i < rows.Length; i++)
        {
            double width = (double)rows[i].Value / max * (PlotWidth - LabelWidth - 80);
            int y = i * RowHeight;
            html.Append(CultureInfo.InvariantCulture, $"<text x=\"{LabelWidth - 8}\" y=\"{y + 14}\" text-anchor=\"end\">{Text(rows[i].Label)}</text>");
            html.Append($"<rect x=\"{LabelWidth}\" y=\"{y + 3}\" width=\"{Number(width)}\" height=\"14\"></rect>");
            html.Append($"<text x=\"{Number(LabelWidth + width + 6)}\" y=\"{y + 14}\">{Text(unit(rows[i].Value))}</text>\n");
        }

        html.Append("</svg>\n");
    }

    private static void Ids(StringBuilder html, PacketStatistics statistics)
    {
        html.Append("<h2>Ids</h2>\n<table><tr><th>id</th><th class=\"l\">name</th><th class=\"l\">direction</th><th>packets</th><th>bytes</th><th>packed to</th><th>smallest</th><th>largest</th><th>errors</th></tr>\n");
        foreach (IdCount count in statistics.WithOthers(statistics.Ids))
        {
            html.Append(CultureInfo.InvariantCulture, $"<tr><td>{count.Id}</td><td class=\"l\">{Text(count.Name ?? "?")}</td><td class=\"l\">{Sign(count.Direction)}</td><td>{count.Packets}</td>");
            html.Append(CultureInfo.InvariantCulture, $"<td>{count.Bytes}</td><td>{(count.UnpackedBytes == count.Bytes ? "" : FormattableString.Invariant($"{count.PackedPercent}%"))}</td><td>{count.Smallest}</td><td>{count.Largest}</td><td>{count.Errors}</td></tr>\n");
        }

        html.Append("</table>\n");
    }

    private static void Lists(StringBuilder html, PacketStatistics statistics)
    {
        List(html, "Largest payloads", statistics.Largest.Items.Select(item => string.Create(CultureInfo.InvariantCulture, $"{item.Value} bytes: {item.Item.Id} {item.Item.Name ?? "?"}")));
        List(html, "Longest gaps", statistics.Gaps.Items.Select(item => $"{UnitText.Time(item.Value)} from {UnitText.Time(item.Item)}"));
        List(html, $"Bursts: most packets in {UnitText.Time(PacketStatistics.BurstInterval)}", statistics.Bursts.Items.Select(item => string.Create(CultureInfo.InvariantCulture, $"{item.Value} from {UnitText.Time(item.Item)}")));
        List(html, "Errors", statistics.ErrorKinds.Select(pair => string.Create(CultureInfo.InvariantCulture, $"{pair.Value} {pair.Key}")).Concat(statistics.Faults.Select(fault => fault.Message)), " class=\"error\"");
    }

    private static void List(StringBuilder html, string title, IEnumerable<string> items, string attribute = "")
    {
        string[] all = [.. items];
        if (all.Length > 0)
        {
            html.Append($"<h2{attribute}>{Text(title)}</h2>\n<ul>\n{string.Concat(all.Select(item => $"<li>{Text(item)}</li>\n"))}</ul>\n");
        }
    }
}
