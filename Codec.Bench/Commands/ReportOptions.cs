using System;
using System.Collections.Generic;
using System.IO;
using Codec.Bench.Reports;

namespace Codec.Bench.Commands;

/// <summary>The options of the command <c>report</c>.</summary>
/// <param name="Sections">The sections to measure.</param>
/// <param name="IsQuick">Whether rough figures are sufficient.</param>
/// <param name="Renders">Whether the pages are only written from saved results, without measuring.</param>
/// <param name="Lists">Whether the sections are only printed, with their expected durations.</param>
/// <param name="Html">The file of a single page with the whole report, or <see langword="null"/>.</param>
internal sealed record ReportOptions(IReadOnlyList<ReportTopic> Sections, bool IsQuick, bool Renders, bool Lists, string? Html)
{
    /// <summary>Gets the file that <c>--html</c> writes if no name is given.</summary>
    private static string DefaultHtml => Path.Combine(ReportHost.Root, "artifacts", "benchmarks.html");

    /// <summary>Parses the arguments.</summary>
    /// <exception cref="ArgumentException">An argument or a section is unknown, or arguments exclude each other.</exception>
    internal static ReportOptions Parse(IReadOnlyList<string> arguments, IReadOnlyList<ReportTopic> plan)
    {
        HashSet<string> only = [];
        bool isQuick = false;
        bool renders = false;
        bool lists = false;
        string? html = null;
        for (int i = 0; i < arguments.Count; i++)
        {
            switch (arguments[i])
            {
                case "--quick":
                    isQuick = true;
                    break;
                case "--render":
                    renders = true;
                    break;
                case "--list":
                    lists = true;
                    break;
                case "--html":
                    // The page is written from saved results.
                    bool hasFile = i + 1 < arguments.Count && !arguments[i + 1].StartsWith('-');
                    (renders, html) = (true, hasFile ? arguments[++i] : DefaultHtml);
                    break;
                case "--only":
                    only.UnionWith(OptionValue.Names(arguments, ref i, "section"));
                    break;
                default:
                    throw new ArgumentException($"Unknown argument '{arguments[i]}'; report accepts --only SECTION[,SECTION...], --quick, --render, --html [FILE] and --list.", nameof(arguments));
            }
        }

        if (renders && (only.Count > 0 || isQuick || lists))
        {
            throw new ArgumentException($"{(html is null ? "--render" : "--html")} measures nothing, so --only, --quick and --list do not go with it.", nameof(arguments));
        }

        return new ReportOptions(OptionValue.Chosen(plan, only, topic => topic.Id, "section"), isQuick, renders, lists, html);
    }
}
