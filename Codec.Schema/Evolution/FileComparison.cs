using System.Collections.Generic;
using System.IO;
using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Schema.Evolution;

/// <summary>Compares the root types and identifiers of files.</summary>
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
                    $"The root type was '{before.RootType}', and {(after.RootType is null ? "the new schema has none" : $"is '{after.RootType}'")}.");
            }

            // Only the identifier of a file with a root type is written to buffers.
            if (before.FileIdentifier != after.FileIdentifier && (before.RootType ?? after.RootType) is not null)
            {
                breaks.Add(
                    EvolutionRule.FileIdentifierChanged,
                    after.FileIdentifierSpan ?? Start(after),
                    $"The file identifier was {Text(before)}, and is {Text(after)}.");
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

    private static string Text(SchemaFile file) => file.FileIdentifier is null ? "not there" : $"\"{file.FileIdentifier}\"";

    private static SourceSpan Start(SchemaFile file) => new(file.Path, 0, 0, 1, 1);
}
