using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Schema.Evolution;

/// <summary>Compares the attributes that affect only C#.</summary>
internal static class CSharpComparison
{
    private const string Name = "csharp_name";
    private const string Equality = "csharp_equality";

    internal static void Compare(BreakList breaks, Definition old, Definition @new)
    {
        if (old.FullName == @new.FullName)
        {
            CompareNames(breaks, old.Attributes, @new.Attributes, @new.Span, $"'{@new.FullName}'");
        }

        if (TypeText.Attribute(old.Attributes, Equality) is not null && TypeText.Attribute(@new.Attributes, Equality) is null)
        {
            breaks.Add(EvolutionRule.CSharpEqualityRemoved, @new.Span, $"'{@new.FullName}' had the attribute '{Equality}', and has not.");
        }
    }

    /// <summary>Compares the C# names of two versions of a type, a field, an enum value or a union member.</summary>
    internal static void CompareNames(
        BreakList breaks, EquatableArray<AttributeEntry> old, EquatableArray<AttributeEntry> @new, SourceSpan span, string subject)
    {
        (string? before, string? after) = (TypeText.Attribute(old, Name), TypeText.Attribute(@new, Name));
        if (before != after)
        {
            breaks.Add(EvolutionRule.CSharpNameChanged, span, $"{subject} had {Text(before)}, and has {Text(after)}.");
        }
    }

    private static string Text(string? name) => name is null ? $"no '{Name}'" : $"the {Name} \"{MessageText.Shorten(name)}\"";
}
