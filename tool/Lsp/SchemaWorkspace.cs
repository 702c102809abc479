using Codec.Cli.Revisions;
using Codec.Schema.Compare;

namespace Codec.Cli.Lsp;

/// <summary>The schemas of an editor: the open texts, and the files of its folders. Not thread-safe.</summary>
/// <param name="includes">The full paths of the folders of included schemas.</param>
/// <param name="release">The git revision that peers have, or <see langword="null"/>.</param>
internal sealed class SchemaWorkspace(IReadOnlyCollection<string> includes, string? release)
{
    // A folder with more schemas is not one project.
    private const int MaxFiles = 2000;

    private readonly Dictionary<string, SchemaSource> _open = [];
    private readonly Dictionary<string, CompiledSchema> _roots = [];
    private readonly Dictionary<string, SchemaModel?> _released = [];
    private readonly Dictionary<string, IReadOnlyList<EditorProblem>> _breaks = [];
    private string[] _files = [];

    /// <summary>Gets the compiled roots.</summary>
    public IReadOnlyCollection<CompiledSchema> Roots => _roots.Values;

    /// <summary>Compiles the schemas in some folders.</summary>
    public void AddFolders(IEnumerable<string> folders)
    {
        EnumerationOptions options = new() { RecurseSubdirectories = true, IgnoreInaccessible = true, AttributesToSkip = FileAttributes.Hidden };
        _files = [.. folders.Where(Directory.Exists).SelectMany(folder => Directory.EnumerateFiles(folder, "*.fbs", options)).Take(MaxFiles)];
        FindRoots();
    }

    /// <summary>Sets the text of a file that the editor has open, and compiles the roots that contain the file.</summary>
    public void Set(string path, string text)
    {
        bool isNew = !_open.ContainsKey(path);
        _open[path] = new SchemaSource(path, text);
        string[] affected = [.. RootsOf(path).Select(root => root.Path)];
        if (isNew && affected.Length == 0)
        {
            FindRoots();
        }

        Array.ForEach(affected, Compile);
    }

    /// <summary>Reads a file from disk again.</summary>
    public void Close(string path)
    {
        _open.Remove(path);
        FindRoots();
    }

    /// <summary>Finds the roots again, which includes may have changed, and compares each with the release.</summary>
    public void Save()
    {
        FindRoots();
        if (release is not null)
        {
            Array.ForEach([.. _roots.Values], CompareWithRelease);
        }
    }

    /// <summary>Returns the roots that contain a file.</summary>
    public IEnumerable<CompiledSchema> RootsOf(string path) => _roots.Values.Where(root => root.FileOf(path) is not null);

    /// <summary>Returns the problems of each file that is compiled.</summary>
    public Dictionary<string, EditorProblem[]> Problems()
    {
        IEnumerable<EditorProblem> all = _roots.Values.SelectMany(root => root.Compilation.Result.Diagnostics.Select(found => new EditorProblem(
            found.Span, found.Rule.Severity == SchemaSeverity.Error, found.Rule.Id, found.Message)).Concat(_breaks.GetValueOrDefault(root.Path, [])));
        ILookup<string, EditorProblem> byFile = all.Distinct().ToLookup(problem => problem.Span.Path);
        return _roots.Values.SelectMany(root => root.Compilation.Files).Select(file => file.Source.Path).Distinct()
            .ToDictionary(path => path, path => byFile[path].ToArray());
    }

    /// <summary>Returns whether the roots still compile, with other texts for some files.</summary>
    public bool CanChange(IReadOnlyDictionary<string, string> texts) => _roots.Values.Where(root => texts.Keys.Any(path => root.FileOf(path) is not null))
        .All(root => Compilation(root.Path, texts.Select(text => new SchemaSource(text.Key, text.Value))).Result.Model is not null);

    private void FindRoots()
    {
        SchemaFiles files = new(_open.Values);
        SchemaSource[] sources = [.. _files.Where(File.Exists).Concat(_open.Keys).Distinct().Select(files.Read)];
        string[] paths = [.. SchemaCompiler.WithoutIncluded(sources, files.Find, includes).Select(source => source.Path)];
        foreach (string path in _roots.Keys.Except(paths).ToArray())
        {
            _roots.Remove(path);
            _breaks.Remove(path);
        }

        Array.ForEach(paths, Compile);
    }

    private void Compile(string path)
    {
        // A collection during the compilation then does not copy the syntax of the old text.
        SchemaModel? last = _roots.Remove(path, out CompiledSchema? old) ? old.LastModel : null;
        SchemaCompilation compilation = Compilation(path, []);
        _roots[path] = new CompiledSchema(path, compilation, compilation.Result.Model ?? last);
    }

    private SchemaCompilation Compilation(string root, IEnumerable<SchemaSource> others)
    {
        SchemaFiles files = new([.. others, .. _open.Values]);
        return SchemaCompiler.Analyze([files.Read(root)], files.Find, includes);
    }

    private void CompareWithRelease(CompiledSchema root)
    {
        if (!_released.TryGetValue(root.Path, out SchemaModel? old))
        {
            RevisionFiles files = new(release!, root.Path);
            old = files.FindRoot(root.Path) is { } source ? SchemaCompiler.Compile([source], files.Find, includes).Model : null;
            _released.Add(root.Path, old);
        }

        if (old is null || root.Compilation.Result.Model is not { } model)
        {
            return;
        }

        Dictionary<string, SourceSpan> types = model.Types.ToDictionary(type => type.FullName, type => type.Span);
        _breaks[root.Path] =
        [
            .. ChangeGroup.Of([.. SchemaComparer.Compare(old, model).Where(change => (change.Rule.Classes & BreakClasses.Wire) != 0)]).Select(group => new EditorProblem(
                group.Cause.IsInOld ? types.GetValueOrDefault(group.Cause.Owner, new SourceSpan(root.Path, 0, 0, 1, 1)) : group.Cause.Span,
                IsError: false,
                group.Cause.Rule.Name,
                $"Breaks {release}: {group.Cause.Reason} Instead: {group.Cause.Rule.Advice}")),
        ];
    }
}
