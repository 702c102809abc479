using Codec.Schema.Diagnostics;

namespace Codec.Schema.Evolution;

/// <summary>A change between two versions of a schema that breaks a peer, code or JSON.</summary>
public sealed record BreakingChange
{
    /// <summary>One of <see cref="EvolutionRule.All"/>.</summary>
    public required EvolutionRule Rule { get; init; }

    /// <summary>What both versions say, one sentence without the location.</summary>
    public required string Reason { get; init; }

    /// <summary>The location: in the new version, or in the old one if <see cref="IsInOld"/>.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Whether <see cref="Span"/> is in the old version, because the new one lacks what is there.</summary>
    public required bool IsInOld { get; init; }

    /// <summary>Returns the line that the tool prints: <c>file(line,column): RULE: reason [wire, source]</c>.</summary>
    /// <returns>One line.</returns>
    public override string ToString() =>
        System.FormattableString.Invariant($"{Span.Path}({Span.Line},{Span.Column}): {Rule.Name}: {Reason} [{Rule.ClassNames}]");
}
