using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Generates <c>ToString</c> of a table, a struct or a union.</summary>
internal sealed class ToStringEmitter : IFeature
{
    private const string Description = Emission.Run + "GeneratedDescription";
    private const string Described = Emission.Run + "IGeneratedDescribed";

    // The number of elements that a description shows.
    private const int ShownElements = 3;

    private readonly Emission _emission;

    public ToStringEmitter(Emission emission) => _emission = emission;

    public bool Has(Definition definition) => true;

    public IEnumerable<string> Interfaces(Definition definition) => [Described];

    public void EmitMembers(CodeWriter code, Definition definition)
    {
        // A type named ToString cannot have a member with this name. It is described only as part of other types. Fields with the name are renamed.
        if (!FeatureNames.Taken(_emission, definition).Contains("ToString"))
        {
            code.Line("/// <summary>Returns the names and values of the fields for logs; at most 1,024 characters, in the invariant culture.</summary>");
            code.Line($"public override string ToString() => {Description}.Of(this);");
            code.Line();
        }

        if (definition is UnionDefinition)
        {
            MemberNames members = _emission.Union(definition.FullName).Members;
            code.Line($"void {Described}.Describe({Description} text) => text.Union({members["Type"]}.ToString(), {members["Value"]});");
            return;
        }

        code.Open($"void {Described}.Describe({Description} text)");
        foreach (string field in Fields(definition))
        {
            code.Line($"text.Add({field});");
        }

        code.Close();
    }

    private IEnumerable<string> Fields(Definition definition) => definition is StructDefinition record
        ? _emission.Struct(record.FullName).Fields.Select(field => Field(field.Field.Type, field.Name, field.Own, field.Get))
        : _emission.Table(definition.FullName).Fields.Select(field => Field(field.Type, field.Name, field.Own, ""));

    private static string Field(TypeReference type, string name, string own, string get)
    {
        if (type.Kind != TypeKind.Array)
        {
            return $"{CSharpNames.Quote(name)}, {own}";
        }

        IEnumerable<string> elements = Enumerable.Range(0, Math.Min(type.Length, ShownElements)).Select(i => FormattableString.Invariant($"{get}({i})"));
        return $"{CSharpNames.Quote(name)}, {type.Length.ToString(CultureInfo.InvariantCulture)}, {string.Join(", ", elements)}";
    }
}
