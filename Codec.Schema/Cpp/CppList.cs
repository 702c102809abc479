using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>Finds the name of the list of a schema's packets. It is in the namespace of the packet with the smallest id.</summary>
internal static class CppList
{
    /// <summary>Returns the name without its namespace; null if the schema has no packets, or if the list of another schema would have the same name.</summary>
    /// <param name="model">The model.</param>
    /// <param name="path">The path of the schema.</param>
    public static string? Name(SchemaModel model, string path)
    {
        string? name = FullName(model, path);
        string start = CppNames.List(SchemaFileName.Stem(path));
        bool isTaken = model.Files.Any(file =>
            file.IsRoot && file.Path != path && CppNames.List(SchemaFileName.Stem(file.Path)) == start && FullName(model, file.Path) == name);
        return isTaken ? null : name?.Substring(name.LastIndexOf('.') + 1);
    }

    /// <summary>Returns the name with dots; null if the schema has no packets.</summary>
    /// <param name="model">The model.</param>
    /// <param name="path">The path of the schema.</param>
    public static string? FullName(SchemaModel model, string path)
    {
        Definition[] all = [.. model.Enums, .. model.Unions, .. model.Structs, .. model.Tables];
        Definition? first = all.Where(definition => definition.Span.Path == path && Packet(definition) is not null)
            .OrderBy(definition => Packet(definition)!.Id).FirstOrDefault();
        if (first is null)
        {
            return null;
        }

        HashSet<string> taken =
        [
            .. all.Where(definition => definition.Namespace == first.Namespace).Select(definition => definition.Name),
            .. CppTypeNames.Namespaces(all).Where(inner => inner.Scope == first.Namespace).Select(inner => inner.Name),
        ];
        string name = CppNames.Unique(CppNames.List(SchemaFileName.Stem(path)), taken);
        return first.Namespace.Length == 0 ? name : $"{first.Namespace}.{name}";
    }

    private static PacketDefinition? Packet(Definition definition) => definition switch
    {
        TableDefinition table => table.Packet,
        StructDefinition record => record.Packet,
        _ => null,
    };
}
