using System;

namespace Codec.Cli;

/// <summary>Numbers of things, in text.</summary>
public static class Counted
{
    /// <summary>Returns a number and its noun, such as "1 packet" or "2 packets".</summary>
    /// <param name="count">The number.</param>
    /// <param name="noun">The noun's singular, whose plural ends in "s".</param>
    public static string Of(long count, string noun) => FormattableString.Invariant($"{count} {noun}{(count == 1 ? "" : "s")}");
}
