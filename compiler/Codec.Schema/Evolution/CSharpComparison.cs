using System.Collections.Generic;
using System.Linq;
using Codec.Schema.CSharp;
using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Schema.Evolution;

/// <summary>Compares what affects only C#.</summary>
internal static class CSharpComparison
{
    internal static void Compare(BreakList breaks, Definition old, Definition @new)
    {
        if (old.FullName == @new.FullName)
        {
            CompareNames(breaks, CSharpNames.Name(old.Name, old.Attributes), CSharpNames.Name(@new.Name, @new.Attributes), @new.Span, $"'{@new.FullName}'");
        }

        if (!CSharpNames.IsPrivate(old) && CSharpNames.IsPrivate(@new))
        {
            breaks.Add(EvolutionRule.CSharpPrivateAdded, @new.Span, $"'{@new.FullName}' was public in C#, and is internal.");
        }
    }

    /// <summary>Compares which types have value equality. It also depends on the types that refer to a type.</summary>
    internal static void CompareEquality(BreakList breaks, TypePairs types, SchemaModel old, SchemaModel @new)
    {
        HashSet<string> before = EqualityEmitter.Types(old, isEverything: false);
        HashSet<string> after = EqualityEmitter.Types(@new, isEverything: false);
        foreach ((_, Definition type) in types.All.Where(pair => before.Contains(pair.Old.FullName) && !after.Contains(pair.New.FullName)))
        {
            breaks.Add(
                EvolutionRule.CSharpEqualityRemoved,
                type.Span,
                $"'{type.FullName}' had value equality in C#, and has not: neither it nor a type that refers to it has the attribute '{EqualityEmitter.Attribute}'.");
        }
    }

    /// <summary>
    /// Compares the C# names of the fields that have the same name in the schema, and of the generated members. They also depend on other fields.
    /// </summary>
    internal static void CompareMembers(BreakList breaks, TableDefinition old, TableDefinition @new)
    {
        TableCode before = Code(old);
        TableCode after = Code(@new);
        Dictionary<string, string> oldFields = before.Fields.ToDictionary(field => field.Field.Name, field => field.Name);
        foreach (FieldCode field in after.Fields)
        {
            if (oldFields.TryGetValue(field.Field.Name, out string? was))
            {
                CompareNames(breaks, was, field.Name, field.Field.Span, $"'{field.Field.Name}' of '{@new.FullName}'");
            }
        }

        Dictionary<(string, string), string> names = after.GeneratedMembers().ToDictionary(member => (member.Owner, member.Preferred), member => member.Name);
        Dictionary<string, SourceSpan> fields = after.Fields.ToDictionary(field => field.Name, field => field.Field.Span);
        foreach ((string owner, string preferred, string was) in before.GeneratedMembers())
        {
            if (names.TryGetValue((owner, preferred), out string? name))
            {
                SourceSpan span = fields.TryGetValue(was, out SourceSpan taken) ? taken : @new.Span;
                CompareNames(breaks, was, name, span, $"A generated member of '{@new.FullName}'");
            }
        }
    }

    private static TableCode Code(TableDefinition table) => new(table, Emission.NameOf(table), identifier: null, isDeep: false, isRootOnly: false);

    /// <summary>Compares the C# names of two versions of a type, a field, an enum value or a union member, which has the same name in the schema.</summary>
    internal static void CompareNames(BreakList breaks, string old, string @new, SourceSpan span, string subject)
    {
        if (old != @new)
        {
            breaks.Add(EvolutionRule.CSharpNameChanged, span, $"{subject} was '{MessageText.Shorten(old)}' in C#, and is '{MessageText.Shorten(@new)}'.");
        }
    }
}
