namespace Codec.Schema.Compare;

internal static class FileComparison
{
    internal static void Compare(BreakList breaks, TypePairs types, SchemaModel old, SchemaModel @new)
    {
        foreach ((SchemaFile before, SchemaFile after) in Pairs(old, @new))
        {
            bool isSameRoot = before.RootType is null || (after.RootType is not null && types.IsPair(before.RootType, after.RootType));
            if (!isSameRoot)
            {
                breaks.Add(
                    EvolutionRule.RootTypeChanged,
                    after.RootTypeSpan ?? Start(after),
                    $"The root type was '{before.RootType}', and {(after.RootType is null ? "the new schema has none" : $"is '{after.RootType}'")}.",
                    uses: before.RootType);
            }
        }

        CompareIdentifiers(breaks, types, old, @new);
    }

    // Payloads with a root table have the identifier of the file that declares the root type, which need not be the file that declares the table.
    private static void CompareIdentifiers(BreakList breaks, TypePairs types, SchemaModel old, SchemaModel @new)
    {
        Dictionary<string, string> oldIdentifiers = SchemaFile.Identifiers(old.Files);
        Dictionary<string, string> newIdentifiers = SchemaFile.Identifiers(@new.Files);
        foreach ((Definition before, Definition after) in types.All)
        {
            oldIdentifiers.TryGetValue(before.FullName, out string? was);
            newIdentifiers.TryGetValue(after.FullName, out string? @is);
            if (was != @is)
            {
                SchemaFile? file = @new.Files.LastOrDefault(candidate => candidate.RootType == after.FullName);
                breaks.Add(
                    EvolutionRule.FileIdentifierChanged,
                    file?.FileIdentifierSpan ?? file?.RootTypeSpan ?? after.Span,
                    $"Payloads of '{after.FullName}' had {Text(was)}, and have {Text(@is)}.");
            }
        }
    }

    /// <summary>
    /// Returns pairs of files: first those with the same path, then the remaining roots if each version has exactly one, then those with the same name.
    /// </summary>
    internal static IEnumerable<(SchemaFile Old, SchemaFile New)> Pairs(SchemaModel old, SchemaModel @new)
    {
        List<SchemaFile> left = [.. old.Files];
        List<SchemaFile> right = [];
        foreach (SchemaFile file in @new.Files)
        {
            if (left.Find(candidate => candidate.Path == file.Path) is { } same)
            {
                left.Remove(same);
                yield return (same, file);
            }
            else
            {
                right.Add(file);
            }
        }

        List<SchemaFile> oldRoots = left.FindAll(file => file.IsRoot);
        List<SchemaFile> newRoots = right.FindAll(file => file.IsRoot);
        if (oldRoots.Count == 1 && newRoots.Count == 1)
        {
            left.Remove(oldRoots[0]);
            right.Remove(newRoots[0]);
            yield return (oldRoots[0], newRoots[0]);
        }

        foreach (SchemaFile file in right)
        {
            List<SchemaFile> named = left.FindAll(candidate => Path.GetFileName(candidate.Path) == Path.GetFileName(file.Path));
            if (named.Count == 1)
            {
                left.Remove(named[0]);
                yield return (named[0], file);
            }
        }
    }

    private static string Text(string? identifier) => identifier is null ? "no file identifier" : $"the file identifier \"{identifier}\"";

    private static SourceSpan Start(SchemaFile file) => new(file.Path, 0, 0, 1, 1);
}
