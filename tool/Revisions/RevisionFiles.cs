namespace Codec.Cli.Revisions;

/// <summary>Schema files of a git revision. Each is identified by its full path in the working tree.</summary>
/// <remarks>A file outside the repository has no revisions, and is read from disk.</remarks>
internal sealed class RevisionFiles
{
    // The mode of a symbolic link. Its content is the path of another file.
    private const string LinkMode = "120000";

    // The mode of a folder with a commit of another repository.
    private const string SubmoduleMode = "160000";

    // If a path leads through more links than this, they form a cycle. Linux has the same limit.
    private const int MaxLinks = 40;

    private readonly Dictionary<string, SchemaSource> _sources = [];
    private readonly Dictionary<string, (string Mode, string Blob)> _entries;
    private readonly SchemaFiles _outside = new();
    private readonly Git _git;
    private readonly string _revision;
    private readonly string _top;
    private readonly string _realTop;

    /// <summary>Reads the list of files of a revision, in the repository that contains a file with a full path.</summary>
    public RevisionFiles(string revision, string file)
    {
        _revision = revision;
        string folder = Path.GetDirectoryName(file)!;
        _git = new Git(folder);
        _realTop = _git.Run("rev-parse", "--show-toplevel").TrimEnd('\n');
        _top = OutermostTop(folder);

        // On Windows and macOS, the working tree has the file under a name in any case.
        bool ignoresCase = _git.TryRun("config", "--type=bool", "core.ignorecase")?.Trim() == "true";
        _entries = new(ignoresCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        string commit = _git.TryRun("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")?.Trim()
            ?? throw new CommandFailedException($"The repository '{_top}' has no revision '{revision}'.");
        foreach (string entry in _git.Run("ls-tree", "-r", "-z", "--full-tree", commit).Split('\0', StringSplitOptions.RemoveEmptyEntries))
        {
            // "100644 blob 3b18e512\tschemas/game.fbs"
            int tab = entry.IndexOf('\t', StringComparison.Ordinal);
            string[] fields = entry[..tab].Split(' ');
            _entries[entry[(tab + 1)..]] = (fields[0], fields[2]);
        }

        if (Follow(file) is not { } target || NameInTree(target) is not { } known || EntryOf(known) is null)
        {
            // The revision does not have a link that the file's path leads through.
            _top = NearestTop(folder);
        }
    }

    /// <summary>Reads a file by its full path. Returns <see langword="null"/> if it is new since the revision.</summary>
    public SchemaSource? FindRoot(string path)
    {
        if (Follow(path) is not { } target)
        {
            return null;
        }

        string name = NameInTree(target) ?? throw new CommandFailedException($"'{target}' is outside the repository '{_top}'.");
        for (int end = name.Length; end > 0; end = name.LastIndexOf('/', end - 1))
        {
            if (EntryOf(name[..end])?.Mode == SubmoduleMode)
            {
                throw new CommandFailedException($"'{target}' is in the submodule '{name[..end]}'; expected a file of the repository '{_top}'.");
            }
        }

        return Read(path);
    }

    /// <summary>Reads a file that may not exist, by a full path that may contain <c>..</c>.</summary>
    public SchemaSource? Find(string path) =>
        SchemaFiles.Resolve(path, folder => NameInTree(folder) is null ? SchemaFiles.TargetOf(folder) : Follow(folder)) is { } full ? Read(full) : null;

    public string TextOf(string path) => _sources.TryGetValue(path, out SchemaSource? source) ? source.Text : _outside.TextOf(path);

    /// <summary>Returns the name of a file for messages: its revision and its path in the repository.</summary>
    public string NameOf(string path) => NameInTree(path) is { } name ? $"{_revision}:{name}" : SchemaFiles.NameOf(path);

    /// <summary>Returns the folder of the repository in the spelling of a file's folder, without the name of the folder in the repository.</summary>
    private string NearestTop(string folder)
    {
        string prefix = _git.Run("rev-parse", "--show-prefix").TrimEnd('\n').TrimEnd('/');
        string slashed = folder.Replace('\\', '/').TrimEnd('/');
        return prefix.Length == 0 ? slashed
            : slashed.EndsWith("/" + prefix, StringComparison.Ordinal) ? slashed[..^(prefix.Length + 1)]
            : _realTop;
    }

    /// <summary>Returns the outermost folder in the path of a file's folder that is the repository. The names below it may be those of links.</summary>
    private string OutermostTop(string folder)
    {
        string? found = null;
        for (string? parent = folder; parent is not null; parent = Path.GetDirectoryName(parent))
        {
            if (Path.Exists(Path.Combine(parent, ".git")) && new Git(parent).TryRun("rev-parse", "--show-toplevel")?.TrimEnd('\n') == _realTop)
            {
                found = parent.Replace('\\', '/').TrimEnd('/');
            }
        }

        return found ?? NearestTop(folder);
    }

    private string? NameInTree(string path)
    {
        string slashed = path.Replace('\\', '/');
        string? top = Array.Find([_top, _realTop], folder => slashed.StartsWith(folder + "/", StringComparison.Ordinal));
        return top is null ? null : slashed[(top.Length + 1)..];
    }

    private (string Mode, string Blob)? EntryOf(string name) => _entries.TryGetValue(name, out (string Mode, string Blob) entry) ? entry : null;

    private SchemaSource? Read(string full)
    {
        if (!_sources.TryGetValue(full, out SchemaSource? source) && Follow(full) is { } target)
        {
            // A file that is found through a link keeps the link's path, so its folder is the link's folder.
            if (NameInTree(target) is not { } name)
            {
                source = _outside.Find(target) is { } file ? file with { Path = full } : null;
            }
            else if (EntryOf(name) is { } entry && entry.Mode != SubmoduleMode)
            {
                source = SchemaSource.Decode(full, _git.ReadBlob(entry.Blob));
            }

            if (source is not null)
            {
                _sources.Add(full, source);
            }
        }

        return source;
    }

    /// <summary>Replaces the links of the revision in a path by their targets. Returns null if there are too many, or if one is not valid.</summary>
    private string? Follow(string path)
    {
        if (NameInTree(path) is not { } name)
        {
            return path;
        }

        string followed = Path.GetFullPath(_top + "/.");
        int links = 0;
        Stack<string> parts = new(Reversed(name));
        while (parts.TryPop(out string? part))
        {
            string next = Path.GetFullPath(Path.Combine(followed, part));
            if (NameInTree(next) is not { } link || EntryOf(link) is not { Mode: LinkMode } entry)
            {
                followed = next;
                continue;
            }

            string target = Encoding.UTF8.GetString(_git.ReadBlob(entry.Blob));
            if (++links > MaxLinks || target.Length == 0 || target.Contains('\0', StringComparison.Ordinal))
            {
                return null;
            }

            string root = Path.GetPathRoot(target)!;
            followed = root.Length > 0 ? root : followed;
            foreach (string step in Reversed(target[root.Length..]))
            {
                parts.Push(step);
            }
        }

        return followed;
    }

    private static IEnumerable<string> Reversed(string path) => Enumerable.Reverse(path.Split('/', StringSplitOptions.RemoveEmptyEntries));
}
