using System;
using System.Collections.Generic;
using Codec.Bench.Reports;

namespace Codec.Bench.Commands;

/// <summary>The options of the command <c>scale</c>.</summary>
/// <param name="Groups">The groups to measure.</param>
internal sealed record ScaleOptions(IReadOnlyList<ReportGroup> Groups)
{
    /// <summary>Parses the arguments.</summary>
    /// <exception cref="ArgumentException">An argument or a group is unknown.</exception>
    internal static ScaleOptions Parse(IReadOnlyList<string> arguments)
    {
        HashSet<string> only = [];
        for (int i = 0; i < arguments.Count; i++)
        {
            switch (arguments[i])
            {
                case "--only":
                    only.UnionWith(OptionValue.Names(arguments, ref i, "group"));
                    break;
                default:
                    throw new ArgumentException($"Unknown argument '{arguments[i]}'; scale accepts --only GROUP[,GROUP...].", nameof(arguments));
            }
        }

        return new ScaleOptions(OptionValue.Chosen(ReportGrowth.Groups, only, group => group.Id, "group"));
    }
}
