namespace Codec.Schema.Compare;

internal static class EnumComparison
{
    internal static void Compare(BreakList breaks, EnumDefinition old, EnumDefinition @new)
    {
        if (old.Underlying != @new.Underlying)
        {
            breaks.Add(
                EvolutionRule.EnumTypeChanged,
                @new.Span,
                $"'{@new.FullName}' was stored as {TypeText.Of(old.Underlying)}, and is stored as {TypeText.Of(@new.Underlying)}.");
        }

        // Every value then has another meaning, so the values are not compared.
        if (old.IsBitFlags != @new.IsBitFlags)
        {
            breaks.Add(EvolutionRule.EnumBitFlagsChanged, @new.Span, $"'{@new.FullName}' had {Values(old)}, and has {Values(@new)}.");
            return;
        }

        // An enum may have tens of thousands of values, so a linear search for each value would be too slow.
        ILookup<string, EnumValue> names = @new.Values.ToLookup(value => value.Name);
        ILookup<ulong, EnumValue> numbers = @new.Values.ToLookup(value => value.Value.Bits);
        HashSet<string> oldNames = [.. old.Values.Select(value => value.Name)];
        foreach (EnumValue before in old.Values)
        {
            if (names[before.Name].FirstOrDefault() is { } same)
            {
                if (same.Value.Bits != before.Value.Bits)
                {
                    breaks.Add(EvolutionRule.EnumValueChanged, same.Span, $"'{same.Name}' of '{@new.FullName}' was {before.Value}, and is {same.Value}.");
                }
            }
            else if (numbers[before.Value.Bits].FirstOrDefault() is { } renamed && !oldNames.Contains(renamed.Name))
            {
                breaks.Add(EvolutionRule.EnumValueRenamed, renamed.Span, $"'{renamed.Name}' of '{@new.FullName}' was '{before.Name}'; both are {renamed.Value}.");
            }
            else
            {
                breaks.AddOld(EvolutionRule.EnumValueRemoved, before.Span, $"'{before.Name}' with the number {before.Value} was removed from '{@new.FullName}'.");
            }
        }
    }

    private static string Values(EnumDefinition definition) => definition.IsBitFlags ? "bits as values" : "numbers as values";
}
