namespace Codec.Cli.Revisions;

/// <summary>Schema files of a git revision. Each is identified by its full path in the working tree, whose links are followed.</summary>
/// <remarks>A file outside the repository has no revisions, and is read from disk.</remarks>
internal sealed class RevisionFiles
{
    // Stands for the id of a blob of a folder with a commit of another repository.
    private const string Submodule = "";

    private readonly Dictionary<string, SchemaSource> _sources = [];
    private readonly Dictionary<string, string> _blobs;
    private readonly SchemaFiles _outside = new();
    private readonly Git _git;
    private readonly string _revision;
    private readonly string _top;

    /// <summary>Reads the list of files of a revision, in the repository that contains a file with a full path.</summary>
    public RevisionFiles(string revision, string file)
    {
        _revision = revision;
        string folder = Path.GetDirectoryName(Real(file))!;
        _git = new Git(folder);
        string prefix = "/" + _git.Run("rev-parse", "--show-prefix").TrimEnd('\n');
        string slashed = folder.Replace('\\', '/').TrimEnd('/') + "/";
        _top = slashed.EndsWith(prefix, StringComparison.Ordinal) ? slashed[..^prefix.Length] : _git.Run("rev-parse", "--show-toplevel").TrimEnd('\n');

        // On Windows and macOS, the working tree has the file under a name in any case.
        bool ignoresCase = _git.TryRun("config", "--type=bool", "core.ignorecase")?.Trim() == "true";
        _blobs = new(ignoresCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        string commit = _git.TryRun("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")?.Trim()
            ?? throw new CommandFailedException($"The repository '{_top}' has no revision '{revision}'.");
        foreach (string entry in _git.Run("ls-tree", "-r", "-z", "--full-tree", commit).Split('\0', StringSplitOptions.RemoveEmptyEntries))
        {
            // "100644 blob 3b18e512\tschemas/game.fbs"
            int tab = entry.IndexOf('\t', StringComparison.Ordinal);
            string[] fields = entry[..tab].Split(' ');
            _blobs[entry[(tab + 1)..]] = fields[1] == "blob" ? fields[2] : Submodule;
        }
    }

    /// <summary>Reads a file by its full path. Returns <see langword="null"/> if it is new since the revision.</summary>
    public SchemaSource? FindRoot(string path)
    {
        string real = Real(path);
        string name = NameInTree(real) ?? throw new CommandFailedException($"'{real}' is outside the repository '{_top}'.");
        for (int end = name.Length; end > 0; end = name.LastIndexOf('/', end - 1))
        {
            if (_blobs.GetValueOrDefault(name[..end]) == Submodule)
            {
                throw new CommandFailedException($"'{real}' is in the submodule '{name[..end]}'; expected a file of the repository '{_top}'.");
            }
        }

        return Read(path);
    }

    /// <summary>Reads a file that may not exist, by a full path that may contain <c>..</c>.</summary>
    public SchemaSource? Find(string path) => SchemaFiles.Resolve(path, Real) is { } full ? Read(full) : null;

    public string TextOf(string path) => _sources.TryGetValue(path, out SchemaSource? source) ? source.Text : _outside.TextOf(path);

    /// <summary>Returns the name of a file for messages: its revision and its path in the repository.</summary>
    public string NameOf(string path) => NameInTree(Real(path)) is { } name ? $"{_revision}:{name}" : SchemaFiles.NameOf(path);

    private string? NameInTree(string real)
    {
        string slashed = real.Replace('\\', '/');
        return slashed.StartsWith(_top + "/", StringComparison.Ordinal) ? slashed[(_top.Length + 1)..] : null;
    }

    private SchemaSource? Read(string full)
    {
        if (!_sources.TryGetValue(full, out SchemaSource? source))
        {
            // A file that is found through a link keeps the link's path, so its folder is the link's folder.
            string real = Real(full);
            source = NameInTree(real) is not { } name ? _outside.Find(real) is { } file ? file with { Path = full } : null
                : _blobs.TryGetValue(name, out string? blob) && blob != Submodule ? SchemaSource.Decode(full, _git.ReadBlob(blob))
                : null;
            if (source is not null)
            {
                _sources.Add(full, source);
            }
        }

        return source;
    }

    /// <summary>Follows the links of a full path, whose end may not exist.</summary>
    private static string Real(string path)
    {
        if (Path.GetDirectoryName(path) is not { } parent)
        {
            return path;
        }

        string real = Path.Combine(Real(parent), Path.GetFileName(path));
        return Path.Exists(real) && File.ResolveLinkTarget(real, returnFinalTarget: true) is { } target ? Real(target.FullName) : real;
    }
}
