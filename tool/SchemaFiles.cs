namespace Codec.Cli;

/// <summary>Schema files on disk. Each is identified by its full path.</summary>
internal sealed class SchemaFiles(IEnumerable<SchemaSource>? open = null)
{
    private readonly Dictionary<string, SchemaSource> _sources = (open ?? []).DistinctBy(source => source.Path).ToDictionary(source => source.Path);

    public IReadOnlyCollection<string> Paths => _sources.Keys;

    public SchemaSource Read(string path)
    {
        string full = Path.GetFullPath(path);
        if (!_sources.TryGetValue(full, out SchemaSource? source))
        {
            source = SchemaSource.Decode(full, PayloadSchema.ReadFile(full));
            _sources.Add(full, source);
        }

        return source;
    }

    /// <summary>Reads a file that may not exist, by a full path that may contain <c>..</c>.</summary>
    public SchemaSource? Find(string path)
    {
        // A link exists even if its target does not exist.
        return Resolve(path, TargetOf) is not { } full ? null
            : _sources.TryGetValue(full, out SchemaSource? known) ? known
            : File.Exists(full) && File.ResolveLinkTarget(full, returnFinalTarget: true)?.Exists != false ? Read(full)
            : null;
    }

    /// <summary>Returns the text of a file that has been read, or of a built-in schema of the compiler.</summary>
    public string TextOf(string path) => _sources.TryGetValue(path, out SchemaSource? source) ? source.Text : BuiltInSchemas.Find(path)!.Text;

    /// <summary>Returns a file's path relative to the current folder, or the full path if it is outside.</summary>
    public static string NameOf(string path)
    {
        string relative = Path.GetRelativePath(Environment.CurrentDirectory, path);
        return relative.StartsWith("..", StringComparison.Ordinal) ? path : relative;
    }

    /// <summary>
    /// Removes <c>..</c> from a path in the same way as the operating system: after a linked folder, <c>..</c> is the parent of the link's target.
    /// The methods of <see cref="Path"/> would remove the link instead.
    /// </summary>
    /// <param name="targetOf">Returns the path of the folder to which a link leads, the path of another folder, or <see langword="null"/>.</param>
    /// <returns>The path; <see langword="null"/> if it is not valid, or if <c>..</c> is after a folder that does not exist.</returns>
    internal static string? Resolve(string path, Func<string, string?> targetOf)
    {
        if (path.Contains('\0', StringComparison.Ordinal))
        {
            return null;
        }

        if (OperatingSystem.IsWindows())
        {
            return Path.GetFullPath(path);
        }

        string resolved = "/";
        foreach (string part in path.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            if (part == "..")
            {
                if (targetOf(resolved) is not { } folder)
                {
                    return null;
                }

                resolved = Path.GetDirectoryName(folder) ?? "/";
            }
            else if (part != ".")
            {
                resolved = Path.Combine(resolved, part);
            }
        }

        return resolved;
    }

    /// <summary>Returns the folder to which a link on disk leads, the path of another folder, or <see langword="null"/>.</summary>
    private static string? TargetOf(string path)
    {
        DirectoryInfo folder = new(path);
        return folder.Exists ? folder.ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? path : null;
    }
}
