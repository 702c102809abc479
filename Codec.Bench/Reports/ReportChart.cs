using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>A table as horizontal bars with error bars: an SVG picture without a background, readable on a light and on a dark page.</summary>
public static class ReportChart
{
    /// <summary>The mean width of a character of the names and of the bold title, in pixels, with some to spare: no font is at hand to ask.</summary>
    private const double CharacterWidth = 7.4;

    private const int BarWidth = 380;
    private const int Right = 110;
    private const int RowHeight = 26;
    private const int Top = 52;

    /// <summary>From this ratio on, the short bars of a linear scale could not be told from nothing.</summary>
    private const double LogarithmicFrom = 30;

    /// <summary>Draws the table's rows in the order of their ranks.</summary>
    public static string Draw(ReportTable table)
    {
        ArgumentNullException.ThrowIfNull(table);
        IReadOnlyList<RankedRow> rows = table.Ranked();
        double most = rows.Max(row => row.Row.High);
        double least = rows.Min(row => row.Row.Low);
        bool logarithmic = least > 0 && most / least >= LogarithmicFrom;
        int left = 24 + (int)(rows.Max(row => row.Row.Name.Length) * CharacterWidth);
        int width = Math.Max(left + BarWidth + Right, 24 + (int)(table.Title.Length * CharacterWidth));
        int height = Top + (rows.Count * RowHeight) + 8;
        StringBuilder svg = new();
        svg.Append(CultureInfo.InvariantCulture, $"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">""");
        svg.Append('\n').Append(Style).Append('\n');
        string scale = logarithmic ? ", logarithmic scale" : string.Empty;
        svg.Append(CultureInfo.InvariantCulture, $"""<text class="title" x="8" y="20">{SecurityElement.Escape(table.Title)}</text>""").Append('\n');
        svg.Append(CultureInfo.InvariantCulture, $"""<text class="scale" x="8" y="38">time, shorter is better{scale}; lines are intervals</text>""").Append('\n');
        foreach ((int index, RankedRow ranked) in rows.Index())
        {
            ReportRow row = ranked.Row;
            int y = Top + (index * RowHeight);
            double end = Position(row.Nanoseconds);
            double high = Position(row.High);
            string kind = ranked.Rank == 0 ? "limit" : table.IsOurs(row) ? "ours" : "bar";
            svg.Append(CultureInfo.InvariantCulture, $"""<text x="{left - 8}" y="{y + 16}" text-anchor="end">{SecurityElement.Escape(row.Name)}</text>""");
            svg.Append(CultureInfo.InvariantCulture, $"""<rect class="{kind}" x="{left}" y="{y + 3}" width="{end:0.#}" height="{RowHeight - 8}" rx="2"/>""");
            svg.Append(CultureInfo.InvariantCulture, $"""<path class="error" d="M{left + Position(row.Low):0.#} {y + 12}H{left + high:0.#}m0-4v8M{left + Position(row.Low):0.#} {y + 8}v8"/>""");
            svg.Append(CultureInfo.InvariantCulture, $"""<text x="{left + Math.Max(end, high) + 8:0.#}" y="{y + 16}">{ReportText.Time(row.Nanoseconds)}</text>""").Append('\n');
        }

        return svg.Append("</svg>\n").ToString();

        // A logarithmic bar of the least time is still a tenth long.
        double Position(double time) => BarWidth * (logarithmic
            ? 0.1 + (0.9 * Math.Log(time / least) / Math.Log(most / least))
            : time / most);
    }

    private const string Style = """
        <style>
        text { font: 13px system-ui, sans-serif; fill: #24292f; }
        .title { font-weight: 600; } .scale { font-size: 11px; }
        .bar { fill: #8c959f; } .ours { fill: #2f81f7; } .limit { fill: none; stroke: #8c959f; stroke-dasharray: 3 2; }
        .error { stroke: #24292f; stroke-width: 1.3; fill: none; }
        @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .error { stroke: #e6edf3; } .bar { fill: #6e7681; } }
        </style>
        """;
}
