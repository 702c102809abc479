using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.FlatBuffers.Comparison;

/// <summary>A row of the comparison.</summary>
/// <param name="Name">The case's name on each side.</param>
/// <param name="What">A description of the case.</param>
public sealed record ComparisonCase(string Name, string What)
{
    /// <summary>The sides, in the order of their turns.</summary>
    public static IReadOnlyList<string> Sides { get; } = ["C++", "Codec", "package"];

    /// <summary>The rows, in the order of the table.</summary>
    public static IReadOnlyList<ComparisonCase> All { get; } =
    [
        new("build-seed", "build the 48-byte example"),
        new("build-monster", "build a 504-byte monster"),
        new("read-seed", "read the example, text as a view"),
        new("read-monster", "read the monster, texts as views"),
        new("read-seed-strings", "read the example, text as string"),
        new("read-monster-strings", "read the monster, texts as string"),
        new("verify-seed", "verify the example"),
        new("verify-monster", "verify the monster"),
        new("grow", "grow from 64 bytes to 1 MB, pooled"),
    ];

    /// <exception cref="ArgumentException">There is no such case.</exception>
    internal static ComparisonCase Named(string name) =>
        All.FirstOrDefault(one => one.Name == name) ?? throw new ArgumentException($"The comparison has no case '{name}'.", nameof(name));
}
