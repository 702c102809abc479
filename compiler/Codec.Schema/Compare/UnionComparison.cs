namespace Codec.Schema.Compare;

/// <summary>Compares two versions of a union. Members are paired by name, or otherwise by number.</summary>
internal static class UnionComparison
{
    internal static void Compare(BreakList breaks, TypePairs types, UnionDefinition old, UnionDefinition @new)
    {
        if (old.Underlying != @new.Underlying)
        {
            breaks.Add(
                EvolutionRule.UnionTypeChanged,
                @new.Span,
                $"The type field of '{@new.FullName}' was stored as {TypeText.Of(old.Underlying)}, and is stored as {TypeText.Of(@new.Underlying)}.");
        }

        // As in an enum, a linear search for each member would be too slow.
        ILookup<string, UnionMember> names = @new.Members.ToLookup(member => member.Name);
        ILookup<ulong, UnionMember> numbers = @new.Members.ToLookup(member => member.Id.Bits);
        HashSet<string> oldNames = [.. old.Members.Select(member => member.Name)];
        foreach (UnionMember before in old.Members)
        {
            if (names[before.Name].FirstOrDefault() is { } same)
            {
                CompareSame(breaks, types, @new, before, same);
            }
            else if (numbers[before.Id.Bits].FirstOrDefault() is { } other && !oldNames.Contains(other.Name))
            {
                bool isRenamed = types.Match(before.Type, other.Type) == TypeMatch.Same;
                breaks.Add(
                    isRenamed ? EvolutionRule.UnionMemberRenamed : EvolutionRule.UnionMemberTypeChanged,
                    other.Span,
                    $"'{TypeText.Of(other)}' of '{@new.FullName}' was '{TypeText.Of(before)}'; both have the number {other.Id}.");
            }
            else
            {
                breaks.AddOld(
                    EvolutionRule.UnionMemberRemoved, before.Span, $"'{TypeText.Of(before)}' with the number {before.Id} was removed from '{@new.FullName}'.", before.Type.Named);
            }
        }
    }

    private static void CompareSame(BreakList breaks, TypePairs types, UnionDefinition @new, UnionMember before, UnionMember after)
    {
        if (before.Id.Bits != after.Id.Bits)
        {
            breaks.Add(
                EvolutionRule.UnionMemberIdChanged, after.Span, $"'{after.Name}' of '{@new.FullName}' had the number {before.Id}, and has {after.Id}.");
        }

        if (types.Match(before.Type, after.Type) != TypeMatch.Same)
        {
            breaks.Add(
                EvolutionRule.UnionMemberTypeChanged,
                after.Span,
                $"'{after.Name}' of '{@new.FullName}' was '{TypeText.Of(before)}', and is '{TypeText.Of(after)}'.",
                uses: before.Type.Named);
        }
    }
}
