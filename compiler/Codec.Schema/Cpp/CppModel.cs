namespace Codec.Schema.Cpp;

/// <summary>A model with the facts that the emitter computes once for all headers.</summary>
internal sealed class CppModel
{
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
        Layout = new ModelLayout(model);
        Quantized = QuantizedTypes.Of(model);
    }

    public SchemaModel Model { get; }
    public CppOptions Options { get; }
    public IReadOnlyList<string> Written { get; }
    public SchemaIndex Index { get; }
    public CppTypeNames Names { get; }
    public ModelLayout Layout { get; }

    /// <summary>Gets the full names of the types that have or contain a quantized field.</summary>
    public HashSet<string> Quantized { get; }

    /// <summary>Returns the files that a file includes, and those whose types it uses although it does not include them.</summary>
    public IEnumerable<string> NeedsOf(string path) => _needs[path];

    /// <summary>
    /// Returns the files whose definitions are in the header of a file. Usually, this is only the file itself. If files need each other,
    /// the header of the first file by path has the definitions of all files in the cycle, and the other headers have none.
    /// </summary>
    public string[] FilesOf(string path) => _cycles[path][0] == path ? _cycles[path] : [];

    /// <summary>Returns the first file, by path, of those that a file needs and that need it; the file itself if there are none.</summary>
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
                    .. types[file.Path].SelectMany(type => type.Uses()).Select(use => use.Type)
                        .Concat(model.Packets.Where(packet => packet.Span.Path == file.Path).Select(packet => packet.Answer ?? packet.Type))
                        .Distinct()
                        .Select(name => index.Find(name).Span.Path).Distinct().Except([file.Path, .. file.Includes]),
                ];
                return (string[])[.. file.Includes.Distinct(), .. used.Length == 0 ? used : used.Except(model.PathsFrom(file.Path))];
            },
            StringComparer.Ordinal);
    }

    /// <summary>Finds the files that need each file and that it needs, sorted by path; only the file itself if there are none.</summary>
    private static Dictionary<string, string[]> FindCycles(Dictionary<string, string[]> needs)
    {
        ILookup<string, string> neededBy = needs.SelectMany(file => file.Value.Select(needed => (Needed: needed, By: file.Key)))
            .ToLookup(pair => pair.Needed, pair => pair.By, StringComparer.Ordinal);
        Dictionary<string, string[]> cycles = new(StringComparer.Ordinal);
        foreach (string path in needs.Keys)
        {
            if (!cycles.ContainsKey(path))
            {
                HashSet<string> needed = Reachable.From([path], file => needs[file]);
                HashSet<string> cycle = Reachable.From([path], file => neededBy[file].Where(needed.Contains));
                string[] sorted = [.. cycle.OrderBy(file => file, StringComparer.Ordinal)];
                foreach (string file in sorted)
                {
                    cycles.Add(file, sorted);
                }
            }
        }

        return cycles;
    }
}
