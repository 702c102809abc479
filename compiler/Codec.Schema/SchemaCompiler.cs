using Codec.Schema.Binding;

namespace Codec.Schema;

/// <summary>Compiles schema files to a model.</summary>
/// <remarks>Thread-safe. Files are read only through the <see cref="SchemaReader"/>.</remarks>
public static class SchemaCompiler
{
    /// <summary>The maximum number of diagnostics in a result.</summary>
    public const int MaxDiagnostics = 100;

    /// <summary>
    /// The number of errors after which the compiler stops, so that hostile text cannot fill memory. It also keeps at most this number of
    /// warnings. The limit exceeds <see cref="MaxDiagnostics"/>, because diagnostics are not found in the order of the result.
    /// </summary>
    public const int MaxFound = 1000;

    /// <summary>
    /// Compiles files to one model. As in flatc, a file sees the declarations of the files that it includes directly or indirectly. Names and
    /// packet ids are unique across all files. Text that is not a valid schema causes diagnostics, never an exception.
    /// </summary>
    /// <param name="roots">The root files. If one includes another one, both must use the same path for it.</param>
    /// <param name="reader">Reads the included files.</param>
    /// <param name="includeFolders">
    /// The include folders: flatc's <c>-I</c>. As in flatc, an included file is searched for in the folder of the file that includes it, then in the
    /// include folders in their order, then in the folder of the root file. The first file that exists is used. The default is no folder.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="roots"/> or <paramref name="reader"/> is null.</exception>
    public static SchemaResult Compile(IEnumerable<SchemaSource> roots, SchemaReader reader, IEnumerable<string>? includeFolders = null) =>
        Compile(roots, reader, includeFolders, null).Result;

    /// <summary>Compiles files as <see cref="Compile(IEnumerable{SchemaSource}, SchemaReader, IEnumerable{string})"/> does, and returns what an editor needs.</summary>
    internal static SchemaCompilation Analyze(IEnumerable<SchemaSource> roots, SchemaReader reader, IEnumerable<string>? includeFolders)
    {
        List<NameUse> uses = [];
        (SchemaResult result, List<IReadOnlyList<LoadedFile>> closures) = Compile(roots, reader, includeFolders, uses);
        return new SchemaCompilation(result, [.. closures.SelectMany(closure => closure).Select(file => file.Syntax).Distinct()], uses);
    }

    private static (SchemaResult Result, List<IReadOnlyList<LoadedFile>> Closures) Compile(
        IEnumerable<SchemaSource> roots, SchemaReader reader, IEnumerable<string>? includeFolders, List<NameUse>? uses)
    {
        SchemaSource[] sources = [.. roots ?? throw new ArgumentNullException(nameof(roots))];
        DiagnosticBag diagnostics = new();
        FileLoader loader = new(sources, reader ?? throw new ArgumentNullException(nameof(reader)), includeFolders ?? [], diagnostics);
        List<IReadOnlyList<LoadedFile>> closures = [.. sources.Select(loader.Load)];

        // Declarations that are missing because of a broken file would cause errors in valid files.
        diagnostics.IsIncomplete = diagnostics.HasErrors;
        SchemaModel model = Bind(sources, closures, diagnostics, uses);
        return (SchemaResult.Create(model, diagnostics.Items, diagnostics.Items.Count, loader.Order), closures);
    }

    /// <summary>
    /// Returns the files that no other file in the list includes. A host that has the files of a project, but does not know the roots, compiles these
    /// files, because an included file may need the folder of its root to find its own includes. If files include each other, one of them is kept.
    /// </summary>
    internal static IReadOnlyList<SchemaSource> WithoutIncluded(
        IReadOnlyList<SchemaSource> sources, SchemaReader reader, IReadOnlyCollection<string> includeFolders)
    {
        FileLoader loader = new(sources, reader, includeFolders, new DiagnosticBag());
        Dictionary<string, HashSet<string>> seen = sources.ToDictionary(
            source => source.Path, source => new HashSet<string>(loader.Load(source).Select(file => file.Syntax.Source.Path)));
        HashSet<string> kept = [.. seen.Keys];
        foreach (SchemaSource source in sources)
        {
            if (kept.Any(other => other != source.Path && seen[other].Contains(source.Path)))
            {
                kept.Remove(source.Path);
            }
        }

        // A removed file is restored if no kept file sees it. This can happen because the file that includes it may see fewer files when another root
        // includes that file.
        return [.. sources.Where(source => kept.Contains(source.Path) || !kept.Any(other => seen[other].Contains(source.Path)))];
    }

    private static SchemaModel Bind(SchemaSource[] sources, List<IReadOnlyList<LoadedFile>> closures, DiagnosticBag diagnostics, List<NameUse>? uses)
    {
        HashSet<string> roots = [.. sources.Select(source => source.Path)];
        ModelBuilder model = new(diagnostics);
        foreach (IReadOnlyList<LoadedFile> closure in closures)
        {
            Binder binder = new(diagnostics, uses);
            foreach (LoadedFile file in closure)
            {
                model.Add(binder.Bind(file.Syntax, roots.Contains(file.Syntax.Source.Path), file.Includes), file.Syntax);
            }

            binder.Finish(model);
        }

        SchemaModel result = model.ToModel();
        if (!diagnostics.HasErrors)
        {
            PacketLimitCheck.Run(result, diagnostics);
            PackingCheck.Run(result, diagnostics);
        }

        return result;
    }
}
