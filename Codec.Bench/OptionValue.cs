using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench;

/// <summary>Reads the values of options.</summary>
internal static class OptionValue
{
    /// <summary>Returns the argument after an option, and moves the index to it.</summary>
    /// <param name="arguments">The arguments.</param>
    /// <param name="index">The index of the option.</param>
    /// <param name="what">What the value is, for the message: "file".</param>
    /// <exception cref="ArgumentException">No value follows the option.</exception>
    internal static string Next(IReadOnlyList<string> arguments, ref int index, string what) =>
        index + 1 < arguments.Count && !arguments[index + 1].StartsWith('-')
            ? arguments[++index]
            : throw new ArgumentException($"No {what} follows {arguments[index]}.", nameof(arguments));

    /// <summary>Returns the names after an option, which commas separate, and moves the index to them.</summary>
    /// <exception cref="ArgumentException">No name follows the option.</exception>
    internal static string[] Names(IReadOnlyList<string> arguments, ref int index, string what)
    {
        int option = index;
        string[] names = Next(arguments, ref index, what).Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return names.Length > 0 ? names : throw new ArgumentException($"No {what} follows {arguments[option]}.", nameof(arguments));
    }

    /// <summary>Returns the values with these ids, in their order; all values if there is no id.</summary>
    /// <exception cref="ArgumentException">No value has one of the ids.</exception>
    internal static IReadOnlyList<T> Chosen<T>(IReadOnlyList<T> all, IReadOnlyCollection<string> ids, Func<T, string> id, string what) =>
        ids.FirstOrDefault(one => all.All(value => id(value) != one)) is { } unknown
            ? throw new ArgumentException($"There is no {what} '{unknown}'; the {what}s are {string.Join(", ", all.Select(id))}.", nameof(ids))
            : [.. all.Where(value => ids.Count == 0 || ids.Contains(id(value)))];
}
