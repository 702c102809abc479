using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>The C# names that ToString, equality and JSON refer to: the one place that knows how the other emitters call things.</summary>
internal static class FeatureNames
{
    public const string Run = Emission.Run;

    public const string Json = "global::Codec.Json.";

    /// <summary>The plain class of a table, a struct or an enum.</summary>
    public static string Type(string fullName) => CSharpNames.Global(fullName);

    /// <summary>The value type of a union.</summary>
    public static string Union(string fullName) => CSharpNames.Global(fullName, "Value");

    /// <summary>The enum of a union's members.</summary>
    public static string UnionKind(string fullName) => CSharpNames.Global(fullName);

    /// <summary>The start of the partial declaration of a table, a struct or a union.</summary>
    public static string Declaration(Definition definition) => definition switch
    {
        TableDefinition => "public sealed partial class " + CSharpNames.Identifier(definition.Name),
        UnionDefinition => "public readonly partial struct " + CSharpNames.Identifier(definition.Name + "Value"),
        _ => "public partial struct " + CSharpNames.Identifier(definition.Name),
    };

    /// <summary>A table, a struct or a union as its own members call it.</summary>
    public static string Self(Definition definition) => definition is UnionDefinition ? Union(definition.FullName) : Type(definition.FullName);

    /// <summary>The C# type of a value that is no vector, without a question mark.</summary>
    public static string Value(TypeReference type) => type.Kind switch
    {
        TypeKind.Union => Union(type.Definition!),
        _ => Emission.ValueType(type),
    };

    /// <summary>The names that fields and unions' members already have in the C# type.</summary>
    public static HashSet<string> Taken(Emission emission, Definition definition) => new(
        definition switch
        {
            TableDefinition table => emission.Table(table.FullName).Fields.Select(field => field.Property).Concat(["View", "Writer", "VectorView", "VectorWriter"]),
            StructDefinition record => StructEmitter.Fields(record).SelectMany(field => new[] { field.Name, "Get" + field.Name, "Set" + field.Name }),
            UnionDefinition union => union.Members.SelectMany(member => new[] { "As" + member.Name, "From" + member.Name }).Concat(["Type", "Value", "Kind", "View", "Writer"]),
            _ => [],
        },
        StringComparer.Ordinal) { definition.Name };
}
