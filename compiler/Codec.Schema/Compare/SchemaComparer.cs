namespace Codec.Schema.Compare;

/// <summary>Finds the changes in a new version of a schema that break peers, code and JSON of the old version.</summary>
/// <remarks>Stateless and thread-safe; reads no files. docs/evolution.md describes the rules.</remarks>
public static class SchemaComparer
{
    /// <summary>Compares two versions of a schema.</summary>
    /// <returns>The breaking changes, ordered by file, line and column: those in the new version's files, then those in the old version's.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static IReadOnlyList<BreakingChange> Compare(SchemaModel old, SchemaModel @new)
    {
        (BreakList breaks, TypePairs types) = Begin(old, @new);
        foreach (Definition removed in types.Removed)
        {
            breaks.Owner = removed.FullName;
            breaks.AddOld(EvolutionRule.TypeRemoved, removed.Span, $"'{removed.FullName}' was {TypeText.KindOf(removed)}, and the new schema has no version of it.");
        }

        foreach ((Definition left, Definition right) in types.All)
        {
            breaks.Owner = right.FullName;
            Compare(breaks, types, left, right);
        }

        new PacketComparison(breaks, types).Compare(old, @new);
        breaks.Owner = string.Empty;
        ServiceComparison.Compare(breaks, types, old, @new);
        FileComparison.Compare(breaks, types, old, @new);
        CSharpComparison.Compare(breaks, types, old, @new);
        NameComparison.Compare(breaks, types, old, @new);

        return Ordered(breaks, old, @new);
    }

    /// <summary>Finds the changes that break nothing, such as additions.</summary>
    internal static IReadOnlyList<BreakingChange> FindSafe(SchemaModel old, SchemaModel @new)
    {
        (BreakList changes, TypePairs types) = Begin(old, @new);
        new SafeComparison(changes, types, old, @new).Compare();
        return Ordered(changes, old, @new);
    }

    private static (BreakList Changes, TypePairs Types) Begin(SchemaModel old, SchemaModel @new)
    {
        _ = old ?? throw new ArgumentNullException(nameof(old));
        _ = @new ?? throw new ArgumentNullException(nameof(@new));
        return (new BreakList(), new TypePairs(old, @new));
    }

    private static IReadOnlyList<BreakingChange> Ordered(BreakList breaks, SchemaModel old, SchemaModel @new)
    {
        List<string> order = [.. @new.Files.Select(file => file.Path), .. old.Files.Select(file => file.Path)];
        return
        [
            .. breaks.Items
                .OrderBy(found => found.IsInOld)
                .ThenBy(found => found.IsInOld ? order.LastIndexOf(found.Span.Path) : order.IndexOf(found.Span.Path))
                .ThenBy(found => found.Span.Start),
        ];
    }

    private static void Compare(BreakList breaks, TypePairs types, Definition old, Definition @new)
    {
        if (old.FullName != @new.FullName)
        {
            breaks.Add(EvolutionRule.TypeRenamed, @new.Span, $"'{@new.FullName}' was '{old.FullName}'.");
        }

        switch (old, @new)
        {
            case (TableDefinition left, TableDefinition right):
                new TableComparison(breaks, types, left, right).Compare();
                break;
            case (StructDefinition left, StructDefinition right):
                StructComparison.Compare(breaks, types, left, right);
                break;
            case (EnumDefinition left, EnumDefinition right):
                EnumComparison.Compare(breaks, left, right);
                break;
            case (UnionDefinition left, UnionDefinition right):
                UnionComparison.Compare(breaks, types, left, right);
                break;
            default:
                breaks.Add(EvolutionRule.TypeKindChanged, @new.Span, $"'{@new.FullName}' was {TypeText.KindOf(old)}, and is {TypeText.KindOf(@new)}.");
                break;
        }
    }
}
