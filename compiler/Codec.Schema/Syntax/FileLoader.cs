namespace Codec.Schema.Syntax;

/// <summary>
/// Parses files and the files that they include, each once. As in flatc, an included file is searched for in the folder of the file that includes
/// it, then in the include folders, then in the folder of the root file. If none contains the file, the built-in schema with the name is used.
/// </summary>
internal sealed class FileLoader
{
    private readonly SchemaReader _reader;
    private readonly string[] _includeFolders;
    private readonly DiagnosticBag _diagnostics;
    private readonly Dictionary<string, FileSyntax> _parsed = [];
    private readonly Dictionary<string, (SchemaSource Source, string Folder)?> _read = [];
    private readonly Dictionary<string, SchemaSource> _byPath = [];

    // As in flatc, files with the same name and text count as one file. An example is a file that is found through two linked folders. Unlike in
    // flatc, the case of the name is ignored, because a file system that ignores it finds a file under several names. The includes of the file are
    // searched for in the folder of the copy that the root includes first.
    private readonly Dictionary<(string Name, string Text), SchemaSource> _byContent = [];

    internal FileLoader(IEnumerable<SchemaSource> roots, SchemaReader reader, IEnumerable<string> includeFolders, DiagnosticBag diagnostics)
    {
        _reader = reader;
        _includeFolders = [.. includeFolders];
        _diagnostics = diagnostics;
        foreach (SchemaSource root in roots)
        {
            _byPath[root.Path] = root;
            Deduplicate(root);
        }
    }

    /// <summary>Gets the paths of the files that were loaded. An included file precedes the files that include it.</summary>
    internal List<string> Order { get; } = [];

    /// <summary>Returns the files that are visible to a root. An included file precedes the files that include it, and the root is last.</summary>
    internal IReadOnlyList<LoadedFile> Load(SchemaSource root)
    {
        List<LoadedFile> files = [];
        HashSet<string> visited = [root.Path];
        Stack<(LoadedFile File, Queue<(SchemaSource Source, string Folder)> Includes)> open = new([Open(root, root, FolderOf(root))]);
        while (open.Count > 0)
        {
            (LoadedFile file, Queue<(SchemaSource Source, string Folder)> includes) = open.Peek();
            if (includes.Count == 0)
            {
                open.Pop();
                files.Add(file);
                Order.Add(file.Syntax.Source.Path);
                continue;
            }

            (SchemaSource included, string folder) = includes.Dequeue();
            if (visited.Add(included.Path))
            {
                open.Push(Open(root, included, folder));
            }
        }

        return files;
    }

    private (LoadedFile File, Queue<(SchemaSource Source, string Folder)> Includes) Open(SchemaSource root, SchemaSource source, string sourceFolder)
    {
        if (!_parsed.TryGetValue(source.Path, out FileSyntax? syntax))
        {
            syntax = Parser.Parse(source, _diagnostics);
            _parsed.Add(source.Path, syntax);
        }

        string[] folders = [sourceFolder, .. _includeFolders, FolderOf(root)];
        Queue<(SchemaSource Source, string Folder)> includes = new();
        foreach (SyntaxText include in syntax.Includes)
        {
            string name = include.Text.Replace('\\', '/');
            (SchemaSource, string)? found = folders.Select(folder => Read(folder.Length == 0 ? name : folder + "/" + name)).FirstOrDefault(file => file is not null);
            if ((found ?? BuiltIn(name)) is { } file)
            {
                includes.Enqueue(file);
                continue;
            }

            IEnumerable<string> searched = folders.Distinct().Select(folder => folder.Length == 0 ? "'.'" : $"'{folder}'");
            _diagnostics.Report(
                SchemaRule.UnresolvedInclude, syntax.Source.Span(include), $"The file '{include.Shown}' is not found in {string.Join(", ", searched)}.");
        }

        return (new LoadedFile(syntax, [.. includes.Select(file => file.Source.Path)]), includes);
    }

    private (SchemaSource Source, string Folder)? BuiltIn(string name) => BuiltInSchemas.Find(name) is { } source ? Register(source) : null;

    private static string FolderOf(SchemaSource source) => Path.GetDirectoryName(source.Path) ?? string.Empty;

    private (SchemaSource Source, string Folder)? Read(string path)
    {
        if (!_read.TryGetValue(path, out (SchemaSource, string)? file))
        {
            file = _reader(path) is { } found ? Register(found) : null;
            _read.Add(path, file);
        }

        return file;
    }

    /// <summary>Returns the file that a found one counts as, and the folder of the found one.</summary>
    private (SchemaSource Source, string Folder) Register(SchemaSource source)
    {
        if (!_byPath.TryGetValue(source.Path, out SchemaSource? known))
        {
            known = Deduplicate(source);
            _byPath.Add(source.Path, known);
        }

        return (known, FolderOf(source));
    }

    private SchemaSource Deduplicate(SchemaSource source)
    {
        (string, string) content = (Path.GetFileName(source.Path).ToUpperInvariant(), source.Text);
        if (!_byContent.TryGetValue(content, out SchemaSource? first))
        {
            first = source;
            _byContent.Add(content, first);
        }

        return first;
    }
}
