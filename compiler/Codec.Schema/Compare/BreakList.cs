namespace Codec.Schema.Compare;

internal sealed class BreakList
{
    private readonly List<BreakingChange> _items = [];

    internal IReadOnlyList<BreakingChange> Items => _items;
    internal string Owner { get; set; } = string.Empty;

    /// <summary>Adds a change whose location is in the new version. The declaration may have used a type, whose full name is given.</summary>
    internal void Add(EvolutionRule rule, SourceSpan span, string reason, bool isInOld = false, string? uses = null) => _items.Add(
        new BreakingChange { Rule = rule, Span = span, Reason = MessageText.Printable(reason), IsInOld = isInOld, Owner = Owner, Uses = uses ?? string.Empty });

    /// <summary>Adds a change whose location is in the old version, because the new one lacks it.</summary>
    internal void AddOld(EvolutionRule rule, SourceSpan span, string reason, string? uses = null) => Add(rule, span, reason, isInOld: true, uses);
}
