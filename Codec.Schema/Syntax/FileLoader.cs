using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Schema.Diagnostics;

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
    private readonly Dictionary<string, SchemaSource?> _read = [];
    private readonly Dictionary<string, SchemaSource> _byPath = [];

    // As in flatc, files with the same name and text count as one file. An example is a file that is found through two linked folders. Unlike in
    // flatc, the case of the name is ignored, because a file system that ignores it finds a file under several names.
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
        Stack<(LoadedFile File, Queue<SchemaSource> Includes)> open = new([Open(root, root)]);
        while (open.Count > 0)
        {
            (LoadedFile file, Queue<SchemaSource> includes) = open.Peek();
            if (includes.Count == 0)
            {
                open.Pop();
                files.Add(file);
                Order.Add(file.Syntax.Source.Path);
                continue;
            }

            SchemaSource included = includes.Dequeue();
            if (visited.Add(included.Path))
            {
                open.Push(Open(root, included));
            }
        }

        return files;
    }

    private (LoadedFile File, Queue<SchemaSource> Includes) Open(SchemaSource root, SchemaSource source)
    {
        if (!_parsed.TryGetValue(source.Path, out FileSyntax? syntax))
        {
            syntax = Parser.Parse(source, _diagnostics);
            _parsed.Add(source.Path, syntax);
        }

        string[] folders = [FolderOf(source), .. _includeFolders, FolderOf(root)];
        Queue<SchemaSource> includes = new();
        foreach (LiteralSyntax include in syntax.Includes)
        {
            string name = include.Text.Replace('\\', '/');
            SchemaSource? found = folders.Select(folder => Read(folder.Length == 0 ? name : folder + "/" + name)).FirstOrDefault(file => file is not null);
            if ((found ?? BuiltIn(name)) is { } file)
            {
                includes.Enqueue(file);
                continue;
            }

            IEnumerable<string> searched = folders.Distinct().Select(folder => folder.Length == 0 ? "'.'" : $"'{folder}'");
            _diagnostics.Report(
                SchemaRule.UnresolvedInclude, syntax.Source.Span(include), $"The file '{include.Shown}' is not found in {string.Join(", ", searched)}.");
        }

        return (new LoadedFile(syntax, [.. includes.Select(file => file.Path)]), includes);
    }

    private SchemaSource? BuiltIn(string name) => BuiltInSchemas.Find(name) is { } source ? Register(source) : null;

    private static string FolderOf(SchemaSource source) => Path.GetDirectoryName(source.Path) ?? string.Empty;

    private SchemaSource? Read(string path)
    {
        if (!_read.TryGetValue(path, out SchemaSource? source))
        {
            source = _reader(path) is { } found ? Register(found) : null;
            _read.Add(path, source);
        }

        return source;
    }

    private SchemaSource Register(SchemaSource source)
    {
        if (!_byPath.TryGetValue(source.Path, out SchemaSource? known))
        {
            known = Deduplicate(source);
            _byPath.Add(source.Path, known);
        }

        return known;
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
