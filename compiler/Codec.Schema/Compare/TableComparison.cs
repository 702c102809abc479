namespace Codec.Schema.Compare;

/// <summary>Compares two versions of a table. Fields are paired by name, or otherwise by id.</summary>
internal sealed class TableComparison(BreakList breaks, TypePairs types, TableDefinition old, TableDefinition @new)
{
    private readonly Dictionary<string, TableField> _oldByName = old.Fields.ToDictionary(field => field.Name);
    private readonly Dictionary<string, TableField> _newByName = @new.Fields.ToDictionary(field => field.Name);
    private readonly Dictionary<int, TableField> _oldById = old.Fields.ToDictionary(field => field.Id);
    private readonly Dictionary<int, TableField> _newById = @new.Fields.ToDictionary(field => field.Id);

    // The type of a union also has an id.
    private readonly Dictionary<int, TableField> _oldByAnyId =
        old.Fields.SelectMany(field => Ids(field).Select(id => (id, field))).ToDictionary(pair => pair.id, pair => pair.field);

    internal void Compare()
    {
        foreach (TableField field in @new.Fields)
        {
            if (_oldByName.TryGetValue(field.Name, out TableField? same))
            {
                CompareSame(same, field);
            }
            else if (_oldById.TryGetValue(field.Id, out TableField? other) && !_newByName.ContainsKey(other.Name))
            {
                CompareRenamedOrReplaced(other, field);
            }
            else
            {
                CheckAdded(field);
            }
        }

        foreach (TableField field in old.Fields.Where(IsRemoved))
        {
            string required = IsRequired(field) ? "; old peers require it" : string.Empty;
            string reason = $"'{TypeText.Of(field)}' with the id {field.Id} was removed from '{@new.FullName}'{required}.";
            breaks.AddOld(EvolutionRule.FieldRemoved, field.Span, reason, field.Type.Named);
        }

        CompareKeys();
    }

    private bool IsRemoved(TableField field) =>
        !_newByName.ContainsKey(field.Name)
        && (!_newById.TryGetValue(field.Id, out TableField? other) || _oldByName.ContainsKey(other.Name));

    private void CompareSame(TableField before, TableField after)
    {
        if (before.Id != after.Id)
        {
            Add(EvolutionRule.FieldIdChanged, after, $"had the id {before.Id}, and has the id {after.Id}.");
        }

        if (before.IsDeprecated && !after.IsDeprecated)
        {
            Add(EvolutionRule.FieldUndeprecated, after, "was deprecated, and is not: peers neither write nor read it.");
        }

        TypeMatch match = Match(before, after);
        if (match == TypeMatch.Different)
        {
            Add(EvolutionRule.FieldTypeChanged, after, $"was '{TypeText.Of(before)}', and is '{TypeText.Of(after)}'.", before.Type.Named);
        }

        CompareRest(before, after, match);
    }

    /// <summary>Compares fields with the same id and different names: the field was renamed or replaced.</summary>
    private void CompareRenamedOrReplaced(TableField before, TableField after)
    {
        TypeMatch match = Match(before, after);
        if (match == TypeMatch.Different || (before.IsDeprecated && !after.IsDeprecated))
        {
            string deprecated = before.IsDeprecated ? "the deprecated " : string.Empty;
            Add(EvolutionRule.FieldIdReused, after, $"is '{TypeText.Of(after)}' and has the id {after.Id}, which {deprecated}'{TypeText.Of(before)}' had.");
            return;
        }

        if (!AreDeprecated(before, after))
        {
            Add(EvolutionRule.FieldRenamed, after, $"was '{before.Name}'; both have the id {after.Id}.");
        }

        CompareRest(before, after, match);
    }

    private void CheckAdded(TableField field)
    {
        foreach (int id in Ids(field).Where(_oldByAnyId.ContainsKey).Take(1))
        {
            TableField other = _oldByAnyId[id];
            bool isInserted = TypeText.Attribute(field.Attributes, "id") is null && _newByName.ContainsKey(other.Name);
            Add(isInserted ? EvolutionRule.FieldInserted : EvolutionRule.FieldIdReused, field, $"has the id {id}, which '{other.Name}' had.");
        }

        if (IsRequired(field))
        {
            Add(EvolutionRule.FieldRequiredAdded, field, "is new and required: payloads of old peers do not have it.");
        }
    }

    private void CompareRest(TableField before, TableField after, TypeMatch match)
    {
        if (match == TypeMatch.SameBytes)
        {
            Add(EvolutionRule.FieldEnumChanged, after, $"was '{TypeText.Of(before)}', and is '{TypeText.Of(after)}', which is stored as the same integer.");
        }

        if (after.IsDeprecated && !before.IsDeprecated)
        {
            Add(EvolutionRule.FieldDeprecated, after, "was not deprecated, and is.");
        }

        if (match != TypeMatch.Different)
        {
            if (!AreDeprecated(before, after))
            {
                CompareDefaults(before, after);
            }

            CompareAttributes(before, after);
        }

        if (IsRequired(before) && !IsRequired(after))
        {
            Add(EvolutionRule.FieldRequiredRemoved, after, "was required, and is not: old peers reject a payload without it.");
        }
        else if (!IsRequired(before) && IsRequired(after))
        {
            Add(EvolutionRule.FieldRequiredAdded, after, "was not required, and is: a payload of an old peer may lack it.");
        }
    }

    private void CompareDefaults(TableField before, TableField after)
    {
        if ((before.Presence == FieldPresence.Optional) != (after.Presence == FieldPresence.Optional))
        {
            Add(EvolutionRule.FieldOptionalChanged, after, $"had {TypeText.DefaultOf(before)}, and has {TypeText.DefaultOf(after)}.");
        }
        else if (before.Default?.Bits != after.Default?.Bits || before.DefaultText != after.DefaultText || before.DefaultIsEmptyVector != after.DefaultIsEmptyVector)
        {
            Add(EvolutionRule.FieldDefaultChanged, after, $"had {TypeText.DefaultOf(before)}, and has {TypeText.DefaultOf(after)}.");
        }
    }

    private void CompareAttributes(TableField before, TableField after)
    {
        bool isSameNested = before.NestedFlatBuffer is null || after.NestedFlatBuffer is null
            ? before.NestedFlatBuffer == after.NestedFlatBuffer
            : types.IsPair(before.NestedFlatBuffer, after.NestedFlatBuffer);
        if (!isSameNested || before.IsFlexBuffer != after.IsFlexBuffer)
        {
            Add(EvolutionRule.FieldNestedChanged, after, $"held {Content(before)}, and holds {Content(after)}.");
        }

        // If the alignment changed only because that of the elements did, the change is reported only for their type.
        if (before.VectorAlignment != after.VectorAlignment && before.ForceAlign != after.ForceAlign)
        {
            string reason = $"had elements with the alignment {before.VectorAlignment}, and has elements with the alignment {after.VectorAlignment}, in bytes.";
            Add(EvolutionRule.FieldAlignmentChanged, after, reason);
        }

        StructComparison.CompareAttributes(breaks, before, after, @new.FullName);
    }

    // Code and JSON of neither version have such a field.
    private static bool AreDeprecated(TableField before, TableField after) => before.IsDeprecated && after.IsDeprecated;

    private static string Content(TableField field) =>
        field.NestedFlatBuffer is { } table ? $"a FlatBuffer of '{table}'" : field.IsFlexBuffer ? "a FlexBuffer" : "bytes";

    private void CompareKeys()
    {
        TableField? before = old.Fields.FirstOrDefault(IsKey);
        TableField? after = @new.Fields.FirstOrDefault(IsKey);

        // A key that was renamed is still the same key.
        if (before is null || after is null ? before != after : before.Name != after.Name && before.Id != after.Id)
        {
            SourceSpan span = (after ?? _newById.Values.FirstOrDefault(field => field.Name == before!.Name))?.Span ?? @new.Span;
            breaks.Add(EvolutionRule.FieldKeyChanged, span, $"'{@new.FullName}' had {Key(before)}, and has {Key(after)}.");
        }
    }

    // Peers neither write nor read a deprecated field, so it is neither required nor a key.
    private static bool IsRequired(TableField field) => field.Presence == FieldPresence.Required && !field.IsDeprecated;

    internal static int[] Ids(TableField field) => field.HasUnionType ? [field.Id, field.UnionTypeId] : [field.Id];

    private static bool IsKey(TableField field) => field.IsKey && !field.IsDeprecated;

    private static string Key(TableField? field) => field is null ? "no key" : $"the key '{field.Name}'";

    private TypeMatch Match(TableField before, TableField after) =>
        before.IsOffset64 != after.IsOffset64 || before.IsVector64 != after.IsVector64 ? TypeMatch.Different : types.Match(before.Type, after.Type);

    private void Add(EvolutionRule rule, TableField field, string reason, string? uses = null) =>
        breaks.Add(rule, field.Span, $"'{field.Name}' of '{@new.FullName}' {reason}", uses: uses);
}
