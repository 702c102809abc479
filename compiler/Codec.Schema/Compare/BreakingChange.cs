namespace Codec.Schema.Compare;

/// <summary>A change between two versions of a schema.</summary>
public sealed record BreakingChange
{
    /// <summary>Gets the rule, which is one of <see cref="EvolutionRule.All"/>.</summary>
    public required EvolutionRule Rule { get; init; }

    /// <summary>Gets the reason: one sentence that describes both versions, without the location.</summary>
    public required string Reason { get; init; }

    /// <summary>Gets the location: in the new version, or in the old one if <see cref="IsInOld"/> is true.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Gets whether <see cref="Span"/> is in the old version, because the new one lacks the declaration.</summary>
    public required bool IsInOld { get; init; }

    /// <summary>Gets the full name of the type that the change is about; empty if there is none.</summary>
    internal string Owner { get; init; } = string.Empty;

    /// <summary>Gets the full name of another type that the changed declaration used; empty if there is none.</summary>
    internal string Uses { get; init; } = string.Empty;

    /// <summary>Returns the line that the tool prints: <c>file(line,column): RULE: reason [wire, source]</c>.</summary>
    public override string ToString() =>
        System.FormattableString.Invariant($"{Span.Path}({Span.Line},{Span.Column}): {Rule.Name}: {Reason} [{Rule.ClassNames}]");
}
