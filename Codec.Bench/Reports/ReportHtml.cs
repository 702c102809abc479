using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Text;
using System.Text.RegularExpressions;

namespace Codec.Bench.Reports;

/// <summary>Formats the report as one HTML page that needs no other file: the front page and the topics' pages, with their charts inside.</summary>
/// <remarks>It converts only the Markdown that the report writes: headings, paragraphs, lists, tables, pictures, links, bold text and code.</remarks>
public static partial class ReportHtml
{
    private const string Style = """
        :root { color-scheme: light dark; }
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 1000px; margin: 2em auto; padding: 0 1em; color: #24292f; background: #ffffff; }
        table { border-collapse: collapse; font-size: 13px; display: block; overflow-x: auto; }
        th, td { border: 1px solid #8c959f66; padding: 2px 8px; } td.r, th.r { text-align: right; }
        svg { max-width: 100%; height: auto; } h1 { margin-top: 3em; } a { color: #0969da; }
        @media (prefers-color-scheme: dark) { body { color: #e6edf3; background: #0d1117; } a { color: #58a6ff; } }
        """;

    /// <summary>Returns the page.</summary>
    public static string Page(ReportData data)
    {
        IReadOnlyDictionary<string, string> files = ReportPages.All(data);
        StringBuilder html = new();
        html.Append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>Benchmarks</title>\n<style>\n");
        html.Append(Style).Append('\n').Append((ReportChart.Style + ReportCurveChart.Style).Replace("<style>", "", StringComparison.Ordinal).Replace("</style>", "", StringComparison.Ordinal));
        html.Append("</style>\n</head>\n<body>\n");
        foreach (string file in data.Sections.Select(section => $"{ReportPages.Folder}{section.Id}.md").Prepend(ReportPages.Front))
        {
            html.Append("<section id=\"").Append(Anchor(file)).Append("\">\n");
            Convert(html, files[file], Path.GetDirectoryName(file)!, files);
            html.Append("</section>\n");
        }

        return html.Append("</body>\n</html>\n").ToString();
    }

    private static void Convert(StringBuilder html, string markdown, string folder, IReadOnlyDictionary<string, string> files)
    {
        string[] lines = markdown.Split('\n');
        for (int i = 0; i < lines.Length; i++)
        {
            string line = lines[i];
            if (line.StartsWith('#'))
            {
                int level = line.IndexOf(' ', StringComparison.Ordinal);
                html.Append(CultureInfo.InvariantCulture, $"<h{level}>{Inline(line[(level + 1)..], folder, files)}</h{level}>\n");
            }
            else if (line.StartsWith('|'))
            {
                i = Table(html, lines, i, folder, files);
            }
            else if (line.StartsWith("- ", StringComparison.Ordinal))
            {
                html.Append("<ul>\n");
                for (; i < lines.Length && lines[i].StartsWith("- ", StringComparison.Ordinal); i++)
                {
                    html.Append(CultureInfo.InvariantCulture, $"<li>{Inline(lines[i][2..], folder, files)}</li>\n");
                }

                html.Append("</ul>\n");
                i--;
            }
            else if (line.Length > 0)
            {
                html.Append(CultureInfo.InvariantCulture, $"<p>{Inline(line, folder, files)}</p>\n");
            }
        }
    }

    private static int Table(StringBuilder html, string[] lines, int start, string folder, IReadOnlyDictionary<string, string> files)
    {
        bool[] isRight = [.. Cells(lines[start + 1]).Select(cell => cell.EndsWith(':'))];
        html.Append("<table>\n");
        int i = start;
        for (; i < lines.Length && lines[i].StartsWith('|'); i++)
        {
            if (i == start + 1)
            {
                continue;
            }

            string tag = i == start ? "th" : "td";
            html.Append("<tr>").AppendJoin("", Cells(lines[i]).Select((cell, column) =>
                $"<{tag}{(column < isRight.Length && isRight[column] ? " class=\"r\"" : "")}>{Inline(cell, folder, files)}</{tag}>")).Append("</tr>\n");
        }

        html.Append("</table>\n");
        return i - 1;
    }

    private static IEnumerable<string> Cells(string line) => line.Trim().Trim('|').Split('|').Select(cell => cell.Trim());

    private static string Inline(string text, string folder, IReadOnlyDictionary<string, string> files)
    {
        string html = WebUtility.HtmlEncode(WebUtility.HtmlDecode(text));
        html = Picture().Replace(html, match => files[Resolve(folder, match.Groups[1].Value)].Replace(ReportChart.Style + "\n", "", StringComparison.Ordinal).Replace(ReportCurveChart.Style + "\n", "", StringComparison.Ordinal).TrimEnd());
        html = Link().Replace(html, match => Resolve(folder, match.Groups[2].Value.Split('#')[0]) is var file && files.ContainsKey(file)
            ? $"<a href=\"#{Anchor(file)}\">{match.Groups[1].Value}</a>"
            : match.Groups[1].Value);
        return Code().Replace(Bold().Replace(html, "<b>$1</b>"), "<code>$1</code>");
    }

    private static string Resolve(string folder, string link) =>
        Path.GetRelativePath(Path.GetFullPath("/"), Path.GetFullPath(Path.Combine("/", folder, link))).Replace('\\', '/');

    private static string Anchor(string file) => Path.GetFileNameWithoutExtension(file);

    [GeneratedRegex(@"!\[[^\]]*\]\(([^)]*)\)")]
    private static partial Regex Picture();

    [GeneratedRegex(@"\[([^\]]*)\]\(([^)]*)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"\*\*([^*]*)\*\*")]
    private static partial Regex Bold();

    [GeneratedRegex("`([^`]*)`")]
    private static partial Regex Code();
}
