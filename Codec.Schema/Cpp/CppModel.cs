using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>A model with what is computed once for all of its headers.</summary>
internal sealed class CppModel
{
    private readonly Dictionary<string, CppTable> _tables = new(StringComparer.Ordinal);
    private readonly HashSet<string> _deep = new(StringComparer.Ordinal);

    public CppModel(SchemaModel model, CppOptions options)
    {
        Model = model;
        Index = new SchemaIndex(model);
        Names = new CppTypeNames(model, options);
        foreach (TableDefinition table in model.Tables)
        {
            _tables.Add(table.FullName, new CppTable(table, Names));
        }

        foreach (TableDefinition table in model.Tables.Where(table => !_deep.Contains(table.FullName)))
        {
            HashSet<string> reached = Reach(table.FullName);
            if (reached.Contains(table.FullName))
            {
                _deep.Add(table.FullName);
                _deep.UnionWith(reached);
            }
        }
    }

    public SchemaModel Model { get; }

    public SchemaIndex Index { get; }

    public CppTypeNames Names { get; }

    public CppTable Table(string fullName) => _tables[fullName];

    /// <summary>
    /// The files whose definitions are in the header of a file: its own, or, if it is in a cycle of includes, those of the whole cycle for the first of it
    /// by path, and none for the others.
    /// </summary>
    public string[] FilesOf(string path)
    {
        string[] cycle = [.. Model.Files.Select(file => file.Path).Where(other => other == path || (Includes(path, other) && Includes(other, path))).OrderBy(other => other, StringComparer.Ordinal)];
        return cycle[0] == path ? cycle : [];
    }

    /// <summary>The first file of the cycle of includes that a file is in; the file itself if it is in none.</summary>
    public string LeaderOf(string path) => Model.Files.Select(file => file.Path).First(other => FilesOf(other).Contains(path));

    /// <summary>Whether tables of this kind can contain each other, or are in such tables.</summary>
    public bool IsDeep(string fullName) => _deep.Contains(fullName);

    /// <summary>The table whose buffer a vector of bytes holds; null if there is none.</summary>
    public string? Nested(CppField field) => field.Field.NestedFlatBuffer is string nested && _tables.ContainsKey(nested) ? nested : null;

    /// <summary>The file identifier of a buffer with this root, or null.</summary>
    public string? Identifier(string fullName) =>
        Model.Files.LastOrDefault(file => file.RootType == fullName && file.FileIdentifier is not null)?.FileIdentifier;

    private bool Includes(string path, string other)
    {
        HashSet<string> reached = new(StringComparer.Ordinal);
        Stack<string> open = new([path]);
        while (open.Count > 0)
        {
            string from = open.Pop();
            foreach (string included in Model.Files.First(file => file.Path == from).Includes)
            {
                if (reached.Add(included))
                {
                    open.Push(included);
                }
            }
        }

        return reached.Contains(other);
    }

    private HashSet<string> Reach(string start)
    {
        HashSet<string> reached = new(StringComparer.Ordinal);
        Stack<string> open = new(Children(start));
        while (open.Count > 0)
        {
            string name = open.Pop();
            if (reached.Add(name))
            {
                foreach (string child in Children(name))
                {
                    open.Push(child);
                }
            }
        }

        return reached;
    }

    private IEnumerable<string> Children(string fullName) => _tables[fullName].Fields.SelectMany(field =>
    {
        TypeReference type = field.Type.Kind == TypeKind.Vector ? field.Type.Element! : field.Type;
        return type.Kind switch
        {
            TypeKind.Table => [type.Definition!],
            TypeKind.Union => Index.Union(type.Definition!).Members.Where(member => member.Type.Kind == TypeKind.Table).Select(member => member.Type.Definition!),
            _ => Enumerable.Empty<string>(),
        };
    });
}
