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
    private readonly Dictionary<string, string[]> _cycles;

    public CppModel(SchemaModel model, CppOptions options)
    {
        Model = model;
        Index = new SchemaIndex(model);
        Names = new CppTypeNames(model, options);
        _cycles = FindCycles(model);
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
    public string[] FilesOf(string path) => _cycles[path][0] == path ? _cycles[path] : [];

    /// <summary>The first file of the cycle of includes that a file is in; the file itself if it is in none.</summary>
    public string LeaderOf(string path) => _cycles[path][0];

    /// <summary>Whether tables of this kind can contain each other, or are in such tables.</summary>
    public bool IsDeep(string fullName) => _deep.Contains(fullName);

    /// <summary>The table whose buffer a vector of bytes holds; null if there is none.</summary>
    public string? Nested(CppField field) => field.Field.NestedFlatBuffer is string nested && _tables.ContainsKey(nested) ? nested : null;

    /// <summary>The file identifier of a buffer with this root, or null.</summary>
    public string? Identifier(string fullName) =>
        Model.Files.LastOrDefault(file => file.RootType == fullName && file.FileIdentifier is not null)?.FileIdentifier;

    /// <summary>Finds the cycle of includes that each file is in, sorted; the file alone if it is in none.</summary>
    private static Dictionary<string, string[]> FindCycles(SchemaModel model)
    {
        Dictionary<string, IEnumerable<string>> includes = model.Files.ToDictionary(file => file.Path, file => (IEnumerable<string>)file.Includes, StringComparer.Ordinal);
        Dictionary<string, List<string>> includedBy = includes.Keys.ToDictionary(path => path, _ => new List<string>(), StringComparer.Ordinal);
        foreach (KeyValuePair<string, IEnumerable<string>> file in includes)
        {
            foreach (string included in file.Value)
            {
                includedBy[included].Add(file.Key);
            }
        }

        // A file finishes before those that include it, except in its cycle: the last that finished is in a cycle with all that lead to it.
        HashSet<string> visited = new(StringComparer.Ordinal);
        List<string> finished = [];
        foreach (string path in includes.Keys)
        {
            Visit(path, file => includes[file], visited, finished);
        }

        Dictionary<string, string[]> cycles = new(StringComparer.Ordinal);
        visited.Clear();
        for (int i = finished.Count - 1; i >= 0; i--)
        {
            List<string> cycle = [];
            Visit(finished[i], file => includedBy[file], visited, cycle);
            string[] sorted = [.. cycle.OrderBy(path => path, StringComparer.Ordinal)];
            foreach (string path in sorted)
            {
                cycles.Add(path, sorted);
            }
        }

        return cycles;
    }

    /// <summary>Adds a file and all that is reached from it, each after what it leads to; except what was visited before.</summary>
    private static void Visit(string start, Func<string, IEnumerable<string>> next, HashSet<string> visited, List<string> finished)
    {
        if (!visited.Add(start))
        {
            return;
        }

        Stack<(string Path, IEnumerator<string> Next)> open = new([(start, next(start).GetEnumerator())]);
        while (open.Count > 0)
        {
            (string path, IEnumerator<string> following) = open.Peek();
            if (!following.MoveNext())
            {
                finished.Add(path);
                open.Pop();
            }
            else if (visited.Add(following.Current))
            {
                open.Push((following.Current, next(following.Current).GetEnumerator()));
            }
        }
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
