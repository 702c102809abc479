namespace Codec.Schema.Compare;

/// <summary>Compares two versions of a struct. Fields are paired by their index.</summary>
internal static class StructComparison
{
    private const string ForceAlign = "force_align";

    internal static void Compare(BreakList breaks, TypePairs types, StructDefinition old, StructDefinition @new)
    {
        if (IsChanged(breaks, types, old, @new))
        {
            return;
        }

        for (int i = 0; i < @new.Fields.Count; i++)
        {
            (StructField before, StructField after) = (old.Fields[i], @new.Fields[i]);
            if (before.Name != after.Name)
            {
                Add(EvolutionRule.FieldRenamed, after, $"was '{before.Name}'.");
            }

            if (types.Match(before.Type, after.Type) == TypeMatch.SameBytes)
            {
                Add(EvolutionRule.FieldEnumChanged, after, $"was '{TypeText.Of(before)}', and is '{TypeText.Of(after)}', which is stored as the same integer.");
            }

            CompareAttributes(breaks, before, after, @new.FullName);
        }

        // If the alignment changed only because that of a nested struct did, the change is reported only for the nested struct.
        if (old.Alignment != @new.Alignment && TypeText.Attribute(old.Attributes, ForceAlign) != TypeText.Attribute(@new.Attributes, ForceAlign))
        {
            string reason = $"'{@new.FullName}' was aligned to {old.Alignment} bytes, and is aligned to {@new.Alignment}.";
            breaks.Add(EvolutionRule.StructAlignmentChanged, @new.Span, reason);
        }

        // The offset of a key also changes if the fields before it have another alignment or size.
        if (IndexOfKey(old) != IndexOfKey(@new))
        {
            StructField? oldKey = old.Fields.FirstOrDefault(field => field.IsKey);
            StructField? newKey = @new.Fields.FirstOrDefault(field => field.IsKey);
            breaks.Add(EvolutionRule.FieldKeyChanged, newKey?.Span ?? @new.Span, $"'{@new.FullName}' had {Key(oldKey)}, and has {Key(newKey)}.");
        }

        void Add(EvolutionRule rule, StructField field, string reason) => breaks.Add(rule, field.Span, $"'{field.Name}' of '{@new.FullName}' {reason}");
    }

    /// <summary>Compares what a field of a struct or a table has besides its type: its quantization, and the function that hashes strings of JSON.</summary>
    internal static void CompareAttributes(BreakList breaks, FieldDefinition before, FieldDefinition after, string owner)
    {
        if (!Quantization.AreEqual(before.Quantization, after.Quantization))
        {
            breaks.Add(EvolutionRule.FieldQuantizationChanged, after.Span, $"'{after.Name}' of '{owner}' has another range, step or number of bits, which packed payloads depend on.");
        }

        if (before.Hash != after.Hash)
        {
            breaks.Add(
                EvolutionRule.FieldHashChanged, after.Span, $"'{after.Name}' of '{owner}' had {before.Hash ?? "no function"} for names in JSON, and has {after.Hash ?? "none"}.");
        }
    }

    /// <summary>Reports the first field that differs, because all later fields have different offsets. Returns whether there is one.</summary>
    private static bool IsChanged(BreakList breaks, TypePairs types, StructDefinition old, StructDefinition @new)
    {
        HashSet<string> oldNames = [.. old.Fields.Select(field => field.Name)];
        HashSet<string> newNames = [.. @new.Fields.Select(field => field.Name)];
        for (int i = 0; i < Math.Max(old.Fields.Count, @new.Fields.Count); i++)
        {
            StructField? before = i < old.Fields.Count ? old.Fields[i] : null;
            StructField? after = i < @new.Fields.Count ? @new.Fields[i] : null;
            bool isSameType = before is not null && after is not null && types.Match(before.Type, after.Type) != TypeMatch.Different;

            // If one of the fields is at another index in the other version, it was not renamed.
            if (isSameType && (before!.Name == after!.Name || !(newNames.Contains(before.Name) || oldNames.Contains(after.Name))))
            {
                continue;
            }

            string sizes = old.Size == @new.Size ? string.Empty : $"; its size was {old.Size} bytes, and is {@new.Size}";
            string reason = $"'{@new.FullName}' had {Field(before)} at index {i}, and has {Field(after)}{sizes}.";
            breaks.Add(EvolutionRule.StructChanged, after?.Span ?? @new.Span, reason);
            return true;
        }

        return false;
    }

    private static int IndexOfKey(StructDefinition definition) => definition.Fields.TakeWhile(field => !field.IsKey).Count();

    private static string Field(StructField? field) => field is null ? "no field" : $"'{TypeText.Of(field)}'";

    private static string Key(StructField? field) => field is null ? "no key" : $"the key '{field.Name}'";
}
