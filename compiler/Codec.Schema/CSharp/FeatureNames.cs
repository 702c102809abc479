using System;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>The names that the emitters of ToString and equality need.</summary>
internal static class FeatureNames
{
    /// <summary>Returns the start of the partial declaration of a table, a struct or a union.</summary>
    public static string Declaration(Definition definition)
    {
        string kind = definition switch
        {
            TableDefinition => "sealed partial class",
            UnionDefinition => "readonly partial struct",
            _ => "partial struct",
        };
        return $"{CSharpNames.Access(definition)} {kind} {CSharpNames.Identifier(Emission.NameOf(definition))}";
    }

    /// <summary>Returns the names in the C# type that are taken by the type itself, its fields, or the members of a union.</summary>
    public static NameSet Taken(Emission emission, Definition definition) => new(
    [
        Emission.NameOf(definition),
        .. definition switch
        {
            TableDefinition table => emission.Table(table.FullName).Fields.Select(field => field.Name),
            StructDefinition record => emission.Struct(record.FullName).Fields.SelectMany(field => new[] { field.Name, field.Get, field.Set }),
            UnionDefinition union => emission.Union(union.FullName).Values.SelectMany(member => new[] { member.As, member.From }),
            _ => [],
        },
    ], StringComparer.Ordinal);
}
