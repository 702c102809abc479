using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Schema;

namespace Codec.Cli;

/// <summary>Schema files on disk, each known by its full path.</summary>
/// <param name="includeFolders">Where included files are looked for when they are not beside the one that includes them.</param>
public sealed class SchemaFiles(IReadOnlyList<string> includeFolders)
{
    private readonly Dictionary<string, SchemaSource> _sources = [];

    /// <summary>Reads a file; the text is kept for messages.</summary>
    /// <param name="path">The file.</param>
    /// <returns>The file under its full path.</returns>
    /// <exception cref="IOException">It cannot be read.</exception>
    public SchemaSource Read(string path)
    {
        string full = Path.GetFullPath(path);
        if (!_sources.TryGetValue(full, out SchemaSource? source))
        {
            source = new SchemaSource(full, File.ReadAllText(full));
            _sources.Add(full, source);
        }

        return source;
    }

    /// <summary>Finds an included file beside the one that includes it, then in the include folders.</summary>
    /// <param name="including">Full path of the file that includes.</param>
    /// <param name="included">What it includes.</param>
    /// <returns>The file; null when there is none.</returns>
    public SchemaSource? Find(string including, string included) =>
        includeFolders.Prepend(Path.GetDirectoryName(including)!)
            .Select(folder => Path.Combine(folder, included))
            .Where(File.Exists)
            .Select(Read)
            .FirstOrDefault();

    /// <summary>A line of a file that was read.</summary>
    /// <param name="path">Its full path.</param>
    /// <param name="line">The line, from 1.</param>
    /// <returns>The text without the line's end.</returns>
    public string Line(string path, int line) => _sources[path].Text.Split('\n')[line - 1].TrimEnd('\r');
}
