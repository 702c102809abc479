namespace Codec.Cli.Check;

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
    private readonly Dictionary<string, (string Mode, string Blob)> _entries = [];

    // On Windows and macOS, the working tree has the file under a name in any case. Otherwise, this is empty.
    private readonly Dictionary<string, (string Mode, string Blob)> _entriesInAnyCase = new(StringComparer.OrdinalIgnoreCase);
    private readonly SchemaFiles _outside = new();
    private readonly Git _git;
    private readonly string _revision;
    private readonly string _top;
    private readonly string _realTop;

    /// <summary>Reads the list of files of a revision.</summary>
    /// <param name="revision">The revision, in any form that git accepts for a commit.</param>
    /// <param name="file">The full path of a file in the working tree.</param>
    /// <exception cref="CommandFailedException">git is not installed, or there is no repository or no such revision.</exception>
    public RevisionFiles(string revision, string file)
    {
        _revision = revision;
        string folder = Path.GetDirectoryName(file)!;
        _git = new Git(folder);
        _realTop = _git.Run("rev-parse", "--show-toplevel").TrimEnd('\n');
        _top = OutermostTop(folder);
        bool ignoresCase = _git.TryRun("config", "--type=bool", "core.ignorecase")?.Trim() == "true";
        string commit = _git.TryRun("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")?.Trim()
            ?? throw new CommandFailedException($"The repository '{_top}' has no revision '{revision}'.");
        foreach (string entry in _git.Run("ls-tree", "-r", "-z", "--full-tree", commit).Split('\0', StringSplitOptions.RemoveEmptyEntries))
        {
            // "100644 blob 3b18e512\tschemas/game.fbs"
            int tab = entry.IndexOf('\t', StringComparison.Ordinal);
            string[] fields = entry[..tab].Split(' ');
            string name = entry[(tab + 1)..];
            _entries[name] = (fields[0], fields[2]);
            if (ignoresCase)
            {
                _entriesInAnyCase.TryAdd(name, _entries[name]);
            }
        }

        if (Follow(file) is not { } target || NameInTree(target) is not { } known || EntryOf(known) is null)
        {
            // The revision does not have a link that the file's path leads through.
            _top = NearestTop(folder);
        }
    }

    /// <summary>Reads a file that may be new.</summary>
    /// <param name="path">The full path of the file in the working tree.</param>
    /// <returns>The file, or <see langword="null"/> if the revision has no file at this path.</returns>
    /// <exception cref="CommandFailedException">The repository does not contain the file: it is outside, or in a submodule.</exception>
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

    /// <summary>Reads a file that may not exist.</summary>
    /// <param name="path">A full path in the working tree. It may contain <c>..</c>.</param>
    /// <returns>The file, or <see langword="null"/> if the revision has no such file.</returns>
    public SchemaSource? Find(string path) =>
        SchemaFiles.Resolve(path, folder => NameInTree(folder) is null ? SchemaFiles.TargetOf(folder) : Follow(folder)) is { } full ? Read(full) : null;

    /// <summary>Returns the text of a file that has been read.</summary>
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

    /// <summary>
    /// Returns the outermost folder in the path of a file's folder that is the repository. The names below it may be those of links.
    /// </summary>
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
        return NameBelow(_top, slashed) ?? NameBelow(_realTop, slashed);
    }

    private static string? NameBelow(string folder, string path) =>
        path.StartsWith(folder + "/", StringComparison.Ordinal) ? path[(folder.Length + 1)..] : null;

    private (string Mode, string Blob)? EntryOf(string name) =>
        _entries.TryGetValue(name, out (string Mode, string Blob) entry) || _entriesInAnyCase.TryGetValue(name, out entry) ? entry : null;

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

    /// <summary>Replaces the links of the revision in a path by their targets. Returns null if there are too many, or if one is empty.</summary>
    private string? Follow(string path)
    {
        if (NameInTree(path) is not { } name)
        {
            return path;
        }

        string followed = Path.GetFullPath(_top + "/.");
        int links = 0;
        Stack<string> parts = new();
        Push(name);
        while (parts.TryPop(out string? part))
        {
            string next = Path.Combine(followed, part);
            if (part == "..")
            {
                followed = Path.GetDirectoryName(followed) ?? followed;
            }
            else if (NameInTree(next) is not { } link || EntryOf(link) is not { Mode: LinkMode } entry)
            {
                followed = part == "." ? followed : next;
            }
            else if (++links > MaxLinks)
            {
                return null;
            }
            else
            {
                string target = Encoding.UTF8.GetString(_git.ReadBlob(entry.Blob));
                if (target.Length == 0)
                {
                    return null;
                }

                string root = Path.GetPathRoot(target)!;
                followed = root.Length > 0 ? root : followed;
                Push(target[root.Length..]);
            }
        }

        return followed;

        void Push(string relative)
        {
            foreach (string part in Enumerable.Reverse(relative.Split('/', StringSplitOptions.RemoveEmptyEntries)))
            {
                parts.Push(part);
            }
        }
    }
}
