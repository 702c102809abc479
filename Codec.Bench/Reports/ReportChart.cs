using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>
/// Draws tables as horizontal bars with error bars. The result is an SVG picture without a background, which is readable on light and on dark pages.
/// A block has a row for each way and a column for each table.
/// </summary>
public static class ReportChart
{
    /// <summary>The styles of every chart. The colours of text have a contrast of at least 4.5 to white and to GitHub's dark page.</summary>
    public const string Style = """
        <style>
        text { font: 12px system-ui, sans-serif; fill: #24292f; }
        .title { font-weight: 600; } .scale { font-size: 11px; }
        .bar { fill: #8c959f; } .ours { fill: #2f81f7; } .limit { fill: none; stroke: #8c959f; stroke-dasharray: 3 2; }
        .reference { fill: #8c959f; fill-opacity: 0.4; }
        .error { stroke: #24292f; stroke-width: 1.3; fill: none; }
        @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .error { stroke: #e6edf3; } .bar { fill: #6e7681; } }
        </style>
        """;

    /// <summary>The estimated width of a character, in pixels, a little more than the mean. The font of the reader is not known.</summary>
    private const double CharacterWidth = 6.6;

    /// <summary>The width of the widest page that shows pictures unscaled, in pixels.</summary>
    private const int PageWidth = 880;

    /// <summary>The width of the space for a time after its bar, in pixels.</summary>
    private const int Label = 68;

    private const int LongestBar = 300;
    private const int ShortestBar = 24;
    private const int RowHeight = 22;
    private const int Heading = 44;

    /// <summary>
    /// The ratio of the longest to the shortest time from which the scale is logarithmic. On a linear scale, the shortest bar would hardly be
    /// visible.
    /// </summary>
    private const double LogarithmicFrom = 30;

    /// <summary>Draws blocks of tables, one below the other.</summary>
    public static string Draw(IReadOnlyCollection<IGrouping<string, ReportTable>> blocks)
    {
        ArgumentNullException.ThrowIfNull(blocks);
        int left = 16 + (int)(blocks.Select(block => Names([.. block]).Max(name => name.Length)).Max() * CharacterWidth);
        StringBuilder body = new();
        int y = 0;
        int width = 0;
        foreach (IGrouping<string, ReportTable> block in blocks)
        {
            (int height, int right) = Block(body, block.Key, [.. block], left, y);
            y += height;
            width = Math.Max(width, right);
        }

        StringBuilder svg = new();
        return Open(svg, string.Join("; ", blocks.Select(block => block.Key)), width, y).Append(body).Append("</svg>\n").ToString();
    }

    /// <summary>Appends the start of a picture: its name for screen readers, its size in pixels, and the styles of every chart.</summary>
    internal static StringBuilder Open(StringBuilder svg, string name, int width, int height) =>
        svg.Append(CultureInfo.InvariantCulture, $"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-label="{SecurityElement.Escape(name)}">""")
            .Append('\n').Append(Style).Append('\n');

    private static (int Height, int Right) Block(StringBuilder svg, string title, ReportTable[] tables, int left, int top)
    {
        string[] names = Names(tables);
        int column = Math.Clamp((PageWidth - left) / tables.Length, ShortestBar + Label, LongestBar + Label);
        bool isLogarithmic = tables.Any(table => IsLogarithmic(table));
        string scale = (tables.Length > 1 ? "time, shorter is better; blue: this library; each column has its own scale" : "time, shorter is better; blue: this library")
            + (isLogarithmic ? ", logarithmic" : "") + (tables.Any(HasIntervals) ? "; lines are intervals" : "")
            + (tables.Any(table => names.Any(name => ByReference(table, name) is not null)) ? "; ≈ by reference" : "");
        svg.Append(CultureInfo.InvariantCulture, $"""<text class="title" x="8" y="{top + 16}">{SecurityElement.Escape(title)}</text>""");
        svg.Append(CultureInfo.InvariantCulture, $"""<text class="scale" x="{24 + (title.Length * (CharacterWidth + 0.8)):0}" y="{top + 16}">{scale}</text>""").Append('\n');
        foreach ((int index, string name) in names.Index())
        {
            svg.Append(CultureInfo.InvariantCulture, $"""<text x="{left - 8}" y="{top + Heading + (index * RowHeight) + 14}" text-anchor="end">{SecurityElement.Escape(name)}</text>""").Append('\n');
        }

        foreach ((int index, ReportTable table) in tables.Index())
        {
            int x = left + (index * column);
            svg.Append(CultureInfo.InvariantCulture, $"""<text class="title" x="{x}" y="{top + 36}">{SecurityElement.Escape(table.Column)}</text>""").Append('\n');
            Column(svg, table, names, isLogarithmic, x, top + Heading, column - Label);
        }

        double scaleWidth = 32 + (title.Length * (CharacterWidth + 0.8)) + (scale.Length * (CharacterWidth - 0.6));
        return (Heading + (names.Length * RowHeight) + 12, Math.Max(left + (tables.Length * column), (int)scaleWidth));
    }

    private static void Column(StringBuilder svg, ReportTable table, string[] names, bool isLogarithmic, int x, int top, int longest)
    {
        double[] references = [.. names.Select(name => ByReference(table, name)).OfType<double>()];
        double most = references.Append(table.Rows.Max(row => row.High)).Max();
        double least = references.Append(table.Rows.Min(row => row.Low)).Min();
        foreach ((int index, string name) in names.Index())
        {
            int y = top + (index * RowHeight);
            if (table.Rows.FirstOrDefault(row => row.Name == name) is not { } row)
            {
                if (ByReference(table, name) is { } about)
                {
                    double reach = Position(about);
                    svg.Append(CultureInfo.InvariantCulture, $"""<rect class="reference" x="{x}" y="{y + 3}" width="{reach:0.#}" height="{RowHeight - 8}" rx="2"/>""");
                    svg.Append(CultureInfo.InvariantCulture, $"""<text x="{x + reach + 5:0.#}" y="{y + 14}">≈ {ReportText.Time(about)}</text>""").Append('\n');
                    continue;
                }

                svg.Append(CultureInfo.InvariantCulture, $"""<text x="{x}" y="{y + 14}">–</text>""").Append('\n');
                continue;
            }

            double end = Position(row.Nanoseconds);
            double low = Position(row.Low);
            double high = Position(row.High);
            string kind = name == table.Limit ? "limit" : table.IsOurs(row) ? "ours" : "bar";
            svg.Append(CultureInfo.InvariantCulture, $"""<rect class="{kind}" x="{x}" y="{y + 3}" width="{end:0.#}" height="{RowHeight - 8}" rx="2"/>""");
            if (row.High > row.Low)
            {
                svg.Append(CultureInfo.InvariantCulture, $"""<path class="error" d="M{x + low:0.#} {y + 10}H{x + high:0.#}m0-3v6M{x + low:0.#} {y + 7}v6"/>""");
            }

            svg.Append(CultureInfo.InvariantCulture, $"""<text x="{x + Math.Max(end, high) + 5:0.#}" y="{y + 14}">{ReportText.Time(row.Nanoseconds)}</text>""").Append('\n');
        }

        // On a logarithmic scale, the bar of the shortest time has a tenth of the full length.
        double Position(double time) => longest * (isLogarithmic && least > 0 && most > least
            ? 0.1 + (0.9 * Math.Log(time / least) / Math.Log(most / least))
            : time / most);
    }

    /// <summary>Returns the names of all rows: those of the first table by rank, then those that only other tables have.</summary>
    private static string[] Names(ReportTable[] tables) =>
    [
        .. tables.SelectMany(table => table.Ranked()).Select(ranked => ranked.Row.Name)
            .Concat(tables.SelectMany(table => table.Absent.Where(absence => ByReference(table, absence.Name) is not null).Select(absence => absence.Name)))
            .Distinct(),
    ];

    /// <summary>
    /// Returns the time of a way that was not measured here: the reference's ratio times the time of its baseline here. Returns
    /// <see langword="null"/> if there is none.
    /// </summary>
    internal static double? ByReference(ReportTable table, string name) =>
        table.Reference?.Find(name) is { } way
        && table.Rows.All(row => row.Name != name)
        && table.Rows.FirstOrDefault(row => row.Name == table.Reference.Baseline) is { } baseline
            ? way.Ratio * baseline.Nanoseconds
            : null;

    private static bool IsLogarithmic(ReportTable table) =>
        table.Rows.Min(row => row.Low) is var least and > 0 && table.Rows.Max(row => row.High) / least >= LogarithmicFrom;

    private static bool HasIntervals(ReportTable table) => table.Rows.Any(row => row.High > row.Low);
}
