namespace Codec.Schema.Cpp;

/// <summary>A model with the facts that the emitter computes once for all headers.</summary>
internal sealed class CppModel
{
    private readonly Dictionary<string, CppTable> _tables;
    private readonly Dictionary<string, string[]> _needs;
    private readonly Dictionary<string, string[]> _cycles;

    public CppModel(SchemaModel model, CppOptions options)
    {
        Model = model;
        Options = options;
        Written = options.Written(model);
        Index = new SchemaIndex(model);
        Names = new CppTypeNames(model, options);
        _needs = FindNeeds(model, Index);
        _cycles = FindCycles(_needs);
        _tables = new ModelLayout(model).Tables.ToDictionary(
            layout => layout.Definition.FullName, layout => new CppTable(layout, Names), StringComparer.Ordinal);
    }

    public SchemaModel Model { get; }
    public CppOptions Options { get; }

    /// <summary>Gets the files for which headers are generated.</summary>
    public IReadOnlyList<string> Written { get; }

    public SchemaIndex Index { get; }
    public CppTypeNames Names { get; }

    public CppTable Table(string fullName) => _tables[fullName];

    /// <summary>Returns the file identifier of a buffer with this root; null if there is none.</summary>
    public string? Identifier(string fullName) =>
        _tables.TryGetValue(fullName, out CppTable? table) && table.Layout.Identifier is { } text ? Encoding.UTF8.GetString(text) : null;

    /// <summary>Returns the files that a file includes, and those whose types it uses although it does not include them.</summary>
    public IEnumerable<string> NeedsOf(string path) => _needs[path];

    /// <summary>
    /// Returns the files whose definitions are in the header of a file. Usually, this is only the file itself. If files need each other,
    /// the header of the first file by path has the definitions of all files in the cycle, and the other headers have none.
    /// </summary>
    public string[] FilesOf(string path) => _cycles[path][0] == path ? _cycles[path] : [];

    /// <summary>
    /// Returns the first file, by path, of the files that a file needs and that need it; the file itself if there are none.
    /// </summary>
    public string LeaderOf(string path) => _cycles[path][0];

    // A file may use types of another file that a root includes before it, as in flatc.
    private static Dictionary<string, string[]> FindNeeds(SchemaModel model, SchemaIndex index)
    {
        ILookup<string, Definition> types = model.Types.ToLookup(type => type.Span.Path);
        return model.Files.ToDictionary(
            file => file.Path,
            file =>
            {
                string[] used =
                [
                    .. types[file.Path].SelectMany(type => type.Uses()).Select(use => use.Type).Distinct()
                        .Select(name => index.Find(name).Span.Path).Distinct().Except([file.Path, .. file.Includes]),
                ];
                return (string[])[.. file.Includes.Distinct(), .. used.Length == 0 ? used : used.Except(model.PathsFrom(file.Path))];
            },
            StringComparer.Ordinal);
    }

    /// <summary>Finds the files that need each file and that it needs, sorted by path; only the file itself if there are none.</summary>
    private static Dictionary<string, string[]> FindCycles(Dictionary<string, string[]> needs)
    {
        Dictionary<string, List<string>> neededBy = needs.Keys.ToDictionary(path => path, _ => new List<string>(), StringComparer.Ordinal);
        foreach (KeyValuePair<string, string[]> file in needs)
        {
            foreach (string needed in file.Value)
            {
                neededBy[needed].Add(file.Key);
            }
        }

        // Kosaraju's algorithm. The first pass finishes a file before the files that need it, except in a cycle. The second pass starts
        // with the file
        // that finished last and follows the needs in reverse. All files that it reaches and did not visit before are in the same cycle.
        HashSet<string> visited = new(StringComparer.Ordinal);
        List<string> finished = [];
        foreach (string path in needs.Keys)
        {
            Visit(path, file => needs[file], visited, finished);
        }

        Dictionary<string, string[]> cycles = new(StringComparer.Ordinal);
        visited.Clear();
        for (int i = finished.Count - 1; i >= 0; i--)
        {
            List<string> cycle = [];
            Visit(finished[i], file => neededBy[file], visited, cycle);
            string[] sorted = [.. cycle.OrderBy(path => path, StringComparer.Ordinal)];
            foreach (string path in sorted)
            {
                cycles.Add(path, sorted);
            }
        }

        return cycles;
    }

    /// <summary>
    /// Adds a file and the files that it leads to, except those that were visited before. A file is added after the files that it leads to.
    /// </summary>
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
}
