using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>A model with the facts that the emitter computes once for all headers.</summary>
internal sealed class CppModel
{
    private readonly Dictionary<string, CppTable> _tables = new(StringComparer.Ordinal);
    private readonly HashSet<string> _deep;
    private readonly Dictionary<string, string[]> _cycles;
    private readonly Dictionary<string, string> _identifiers;

    public CppModel(SchemaModel model, CppOptions options)
    {
        Model = model;
        Index = new SchemaIndex(model);
        Names = new CppTypeNames(model, options);
        _cycles = FindCycles(model);
        _identifiers = SchemaFile.Identifiers(model.Files);
        foreach (TableDefinition table in model.Tables)
        {
            _tables.Add(table.FullName, new CppTable(table, Names));
        }

        _deep = RecursiveTables.Find(model, Children);
    }

    public SchemaModel Model { get; }

    public SchemaIndex Index { get; }

    public CppTypeNames Names { get; }

    public CppTable Table(string fullName) => _tables[fullName];

    /// <summary>
    /// Returns the files whose definitions are in the header of a file. Usually, this is only the file itself. In a cycle of includes, the header of the
    /// first file by path has the definitions of all files in the cycle, and the other headers have none.
    /// </summary>
    public string[] FilesOf(string path) => _cycles[path][0] == path ? _cycles[path] : [];

    /// <summary>Returns the first file, by path, of the cycle of includes that contains a file; the file itself if no cycle contains it.</summary>
    public string LeaderOf(string path) => _cycles[path][0];

    /// <summary>Returns whether tables of this kind can be nested without limit, or are nested in such tables.</summary>
    public bool IsDeep(string fullName) => _deep.Contains(fullName);

    /// <summary>Returns the file identifier of a buffer with this root table; null if there is none.</summary>
    public string? Identifier(string fullName) => _identifiers.TryGetValue(fullName, out string? identifier) ? identifier : null;

    /// <summary>Finds the files in the same cycle of includes as each file, sorted by path; only the file itself if no cycle contains it.</summary>
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

        // Kosaraju's algorithm. The first pass finishes a file before the files that include it, except in a cycle. The second pass starts with the file
        // that finished last and follows the includes in reverse. All files that it reaches and did not visit before are in the same cycle.
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

    /// <summary>Adds a file and the files that it leads to, except those that were visited before. A file is added after the files that it leads to.</summary>
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
