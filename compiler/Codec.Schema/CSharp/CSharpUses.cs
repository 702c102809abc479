using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Finds the types that appear in the generated members of other types.</summary>
internal static class CSharpUses
{
    /// <summary>Returns the type of each field and union member that refers to a definition, with the definition that has the field.</summary>
    public static IEnumerable<(Definition User, string Member, SourceSpan Place, string Type)> Find(SchemaModel model)
    {
        foreach (TableDefinition table in model.Tables)
        {
            foreach (TableField field in table.Fields.Where(field => !field.IsDeprecated))
            {
                if ((field.NestedFlatBuffer ?? field.Type.Element?.Definition ?? field.Type.Definition) is { } type)
                {
                    yield return (table, field.Name, field.Span, type);
                }
            }
        }

        foreach (StructDefinition definition in model.Structs)
        {
            foreach (StructField field in definition.Fields)
            {
                if ((field.Type.Element?.Definition ?? field.Type.Definition) is { } type)
                {
                    yield return (definition, field.Name, field.Span, type);
                }
            }
        }

        foreach (UnionDefinition union in model.Unions)
        {
            foreach (UnionMember member in union.Members)
            {
                if (member.Type.Definition is { } type)
                {
                    yield return (union, member.Name, member.Span, type);
                }
            }
        }
    }
}
