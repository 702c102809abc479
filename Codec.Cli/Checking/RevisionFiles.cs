using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Codec.Schema;

namespace Codec.Cli.Checking;

/// <summary>Schema files of a git revision. Each is identified by its full path in the working tree.</summary>
/// <remarks>A file outside the repository has no revisions, and is read from disk.</remarks>
public sealed class RevisionFiles : ISchemaTexts
{
    // The mode of a symbolic link. Its content is the path of another file.
    private const string LinkMode = "120000";

    // If more links than this follow each other, they form a cycle.
    private const int MaxLinks = 16;

    private readonly Dictionary<string, SchemaSource> _sources = [];
    private readonly Dictionary<string, (string Mode, string Blob)> _entries = [];
    private readonly SchemaFiles _outside = new();
    private readonly Git _git;
    private readonly string _revision;
    private readonly string _top;
    private readonly bool _ignoresCase;

    /// <summary>Reads the list of files of a revision.</summary>
    /// <param name="revision">The revision, in any form that git accepts for a commit.</param>
    /// <param name="file">The full path of a file in the working tree.</param>
    /// <exception cref="CommandFailedException">git is not installed, or there is no repository or no such revision.</exception>
    public RevisionFiles(string revision, string file)
    {
        _revision = revision;
        string folder = Path.GetDirectoryName(file)!;
        _git = new Git(folder);
        _top = Top(folder);
        _ignoresCase = _git.TryRun("config", "--type=bool", "core.ignorecase")?.Trim() == "true";
        string commit = _git.TryRun("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")?.Trim()
            ?? throw new CommandFailedException($"The repository '{_top}' has no revision '{revision}'.");
        foreach (string entry in _git.Run("ls-tree", "-r", "-z", "--full-tree", commit).Split('\0', StringSplitOptions.RemoveEmptyEntries))
        {
            // "100644 blob 3b18e512\tschemas/game.fbs"
            int tab = entry.IndexOf('\t', StringComparison.Ordinal);
            string[] fields = entry[..tab].Split(' ');
            _entries[entry[(tab + 1)..]] = (fields[0], fields[2]);
        }
    }

    /// <summary>Reads a file that may be new.</summary>
    /// <param name="path">The full path of the file in the working tree.</param>
    /// <returns>The file, or <see langword="null"/> if the revision has no file at this path.</returns>
    /// <exception cref="CommandFailedException">The file is outside the repository.</exception>
    public SchemaSource? FindRoot(string path) =>
        NameInTree(path) is not null ? Find(path) : throw new CommandFailedException($"'{path}' is outside the repository '{_top}'.");

    /// <summary>Reads a file that may not exist.</summary>
    /// <param name="path">A full path in the working tree. It may contain <c>..</c>.</param>
    /// <returns>The file, or <see langword="null"/> if the revision has no such file.</returns>
    public SchemaSource? Find(string path)
    {
        if (path.Contains('\0', StringComparison.Ordinal))
        {
            return null;
        }

        string full = Path.GetFullPath(path);
        return NameInTree(full) is { } name ? Read(name, MaxLinks) : _outside.Find(full);
    }

    /// <inheritdoc/>
    public string TextOf(string path) => _sources.TryGetValue(path, out SchemaSource? source) ? source.Text : _outside.TextOf(path);

    /// <inheritdoc/>
    public string NameOf(string path) => NameInTree(path) is { } name ? $"{_revision}:{name}" : _outside.NameOf(path);

    /// <summary>Returns the folder of the repository in the spelling of the file's path, because a folder in the path may be a link.</summary>
    private string Top(string folder)
    {
        string prefix = _git.Run("rev-parse", "--show-prefix").TrimEnd('\n').TrimEnd('/');
        string slashed = folder.Replace('\\', '/').TrimEnd('/');
        if (prefix.Length == 0)
        {
            return slashed;
        }

        return slashed.EndsWith("/" + prefix, StringComparison.Ordinal)
            ? slashed[..^(prefix.Length + 1)]
            : _git.Run("rev-parse", "--show-toplevel").TrimEnd('\n');
    }

    private string? NameInTree(string path)
    {
        string slashed = path.Replace('\\', '/');
        return slashed.StartsWith(_top + "/", StringComparison.Ordinal) ? slashed[(_top.Length + 1)..] : null;
    }

    private SchemaSource? Read(string name, int linksLeft)
    {
        if (!_entries.TryGetValue(name, out (string Mode, string Blob) entry))
        {
            // On Windows and macOS, the working tree has the file under a name in any case.
            return _ignoresCase && _entries.Keys.FirstOrDefault(key => string.Equals(key, name, StringComparison.OrdinalIgnoreCase)) is { } other
                ? Read(other, linksLeft)
                : null;
        }

        string full = Path.GetFullPath(_top + "/" + name);
        if (_sources.TryGetValue(full, out SchemaSource? known))
        {
            return known;
        }

        byte[] content = _git.ReadBlob(entry.Blob);
        if (entry.Mode == LinkMode)
        {
            string target = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(full)!, Encoding.UTF8.GetString(content)));
            return linksLeft > 0 && NameInTree(target) is { } targetName ? Read(targetName, linksLeft - 1) : null;
        }

        SchemaSource source = SchemaSource.Decode(full, content);
        _sources.Add(full, source);
        return source;
    }
}
