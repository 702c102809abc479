using Codec.Schema.CSharp;
using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Schema.Evolution;

/// <summary>Compares the attributes that affect only C#.</summary>
internal static class CSharpComparison
{
    private const string Equality = "csharp_equality";

    internal static void Compare(BreakList breaks, Definition old, Definition @new)
    {
        if (old.FullName == @new.FullName)
        {
            CompareNames(breaks, CSharpNames.Name(old.Name, old.Attributes), CSharpNames.Name(@new.Name, @new.Attributes), @new.Span, $"'{@new.FullName}'");
        }

        if (TypeText.Attribute(old.Attributes, Equality) is not null && TypeText.Attribute(@new.Attributes, Equality) is null)
        {
            breaks.Add(EvolutionRule.CSharpEqualityRemoved, @new.Span, $"'{@new.FullName}' had the attribute '{Equality}', and has not.");
        }
    }

    /// <summary>Compares the C# names of two versions of a type, a field, an enum value or a union member, which has the same name in the schema.</summary>
    internal static void CompareNames(BreakList breaks, string old, string @new, SourceSpan span, string subject)
    {
        if (old != @new)
        {
            breaks.Add(EvolutionRule.CSharpNameChanged, span, $"{subject} was '{MessageText.Shorten(old)}' in C#, and is '{MessageText.Shorten(@new)}'.");
        }
    }
}
