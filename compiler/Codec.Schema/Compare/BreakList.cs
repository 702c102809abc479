namespace Codec.Schema.Compare;

/// <summary>Collects breaking changes.</summary>
internal sealed class BreakList
{
    private readonly List<BreakingChange> _items = [];

    internal IReadOnlyList<BreakingChange> Items => _items;

    /// <summary>Adds a change whose location is in the new version.</summary>
    internal void Add(EvolutionRule rule, SourceSpan span, string reason, bool isInOld = false) =>
        _items.Add(new BreakingChange { Rule = rule, Span = span, Reason = MessageText.Printable(reason), IsInOld = isInOld });

    /// <summary>Adds a change whose location is in the old version, because the new one lacks it.</summary>
    internal void AddOld(EvolutionRule rule, SourceSpan span, string reason) => Add(rule, span, reason, isInOld: true);
}
