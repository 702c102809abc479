using System.Linq;
using Codec.Schema.Cpp;
using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Schema.Evolution;

/// <summary>Compares the names in generated C++ that also depend on other declarations.</summary>
internal static class CppComparison
{
    internal static void Compare(BreakList breaks, TypePairs types, SchemaModel old, SchemaModel @new)
    {
        CppTypeNames oldNames = new(old, CppOptions.Default);
        CppTypeNames newNames = new(@new, CppOptions.Default);
        foreach ((Definition before, Definition after) in types.All.Where(pair => pair.Old.FullName == pair.New.FullName))
        {
            foreach (string suffix in CppTypeNames.Suffixes(before).Intersect(CppTypeNames.Suffixes(after)))
            {
                CompareNames(
                    breaks, oldNames.Local(before.FullName, suffix), newNames.Local(after.FullName, suffix), after.Span, $"A generated type of '{after.FullName}'");
            }
        }

        foreach ((SchemaFile before, SchemaFile after) in FileComparison.Pairs(old, @new))
        {
            string stem = SchemaFileName.Stem(after.Path);
            if (CppList.FullName(old, before.Path, stem) is { } was && CppList.FullName(@new, after.Path, stem) is { } now)
            {
                CompareNames(breaks, CppNames.Path(was), CppNames.Path(now), CppList.First(@new, after.Path)!.Span, "The packet list");
            }
        }
    }

    private static void CompareNames(BreakList breaks, string old, string @new, SourceSpan span, string subject)
    {
        if (old != @new)
        {
            breaks.Add(EvolutionRule.CppNameChanged, span, $"{subject} was '{MessageText.Shorten(old)}' in C++, and is '{MessageText.Shorten(@new)}'.");
        }
    }
}
