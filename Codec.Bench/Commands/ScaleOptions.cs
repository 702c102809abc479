using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Bench.Reports;

namespace Codec.Bench.Commands;

/// <summary>The options of the command <c>scale</c>.</summary>
/// <param name="Groups">The groups to measure.</param>
/// <param name="Save">The file to save the figures to, or <see langword="null"/> for that of the report.</param>
internal sealed record ScaleOptions(IReadOnlyList<ReportGroup> Groups, string? Save)
{
    /// <summary>Parses the arguments.</summary>
    /// <exception cref="ArgumentException">An argument or a group is unknown.</exception>
    internal static ScaleOptions Parse(IReadOnlyList<string> arguments)
    {
        HashSet<string> only = [];
        string? save = null;
        for (int i = 0; i < arguments.Count; i++)
        {
            string? value = i + 1 < arguments.Count && !arguments[i + 1].StartsWith('-') ? arguments[i + 1] : null;
            switch (arguments[i])
            {
                case "--only" when value?.Split(',', StringSplitOptions.RemoveEmptyEntries) is { Length: > 0 } ids:
                    only.UnionWith(ids);
                    i++;
                    break;
                case "--only":
                    throw new ArgumentException("No group follows --only.", nameof(arguments));
                case "--save" when value is not null:
                    save = value;
                    i++;
                    break;
                default:
                    throw new ArgumentException($"Unknown argument '{arguments[i]}'; scale accepts --only GROUP[,GROUP...] and --save FILE.", nameof(arguments));
            }
        }

        return only.FirstOrDefault(id => ReportGrowth.Groups.All(group => group.Id != id)) is { } unknown
            ? throw new ArgumentException($"There is no group '{unknown}'; the groups are {string.Join(", ", ReportGrowth.Groups.Select(group => group.Id))}.", nameof(arguments))
            : new ScaleOptions([.. ReportGrowth.Groups.Where(group => only.Count == 0 || only.Contains(group.Id))], save);
    }
}
