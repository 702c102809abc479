namespace Codec.Schema.Compare;

/// <summary>A change, and the changes that follow from it.</summary>
internal sealed record ChangeGroup(BreakingChange Cause, IReadOnlyList<BreakingChange> Consequences)
{
    // A change by a rule on the right follows from one by a rule on the left, if both are about the same type, or the left one is about a type that the
    // right one uses. The first rule that applies is the cause.
    private static readonly (EvolutionRule[] Causes, EvolutionRule[] Consequences)[] Relations =
    [
        ([EvolutionRule.TypeRemoved, EvolutionRule.TypeKindChanged],
        [
            EvolutionRule.PacketRemoved, EvolutionRule.FieldRemoved, EvolutionRule.FieldTypeChanged, EvolutionRule.UnionMemberRemoved,
            EvolutionRule.UnionMemberTypeChanged, EvolutionRule.ServiceCallRemoved, EvolutionRule.ServiceCallChanged, EvolutionRule.RootTypeChanged,
        ]),
        ([EvolutionRule.FieldInserted, EvolutionRule.FieldRemoved, EvolutionRule.FieldIdChanged], [EvolutionRule.FieldIdChanged]),
        ([EvolutionRule.EnumValueRemoved, EvolutionRule.EnumValueChanged], [EvolutionRule.EnumValueChanged]),
        ([EvolutionRule.UnionMemberRemoved, EvolutionRule.UnionMemberIdChanged], [EvolutionRule.UnionMemberIdChanged]),
    ];

    internal static IReadOnlyList<ChangeGroup> Of(IReadOnlyList<BreakingChange> changes)
    {
        Dictionary<(string, EvolutionRule), BreakingChange> firsts = [];
        foreach (BreakingChange change in changes.Reverse())
        {
            firsts[(change.Owner, change.Rule)] = change;
        }

        ILookup<BreakingChange, BreakingChange> byCause = changes.ToLookup(change =>
        {
            BreakingChange cause = change;
            while (CauseOf(cause) is { } earlier)
            {
                cause = earlier;
            }

            return cause;
        });
        return
        [
            .. changes.Where(change => CauseOf(change) is null).Distinct()
                .Select(cause => new ChangeGroup(cause, [.. byCause[cause].Where(change => change != cause)])),
        ];

        BreakingChange? CauseOf(BreakingChange change) => Relations.Where(relation => relation.Consequences.Contains(change.Rule))
            .SelectMany(relation => relation.Causes).SelectMany(rule => new[] { (change.Owner, rule), (change.Uses, rule) })
            .Select(key => key.Item1.Length > 0 && firsts.TryGetValue(key, out BreakingChange? cause) && cause != change ? cause : null)
            .FirstOrDefault(cause => cause is not null);
    }
}
