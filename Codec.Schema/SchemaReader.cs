namespace Codec.Schema;

/// <summary>Reads the file at a path. The compiler calls it once for each path that an include may mean.</summary>
/// <param name="path">
/// A folder, <c>/</c> and the text of an <c>include</c> with <c>/</c> for each backslash; the folder is a root's or an included file's, or one
/// of the include folders. It may contain <c>..</c>, and any other text.
/// </param>
/// <returns>The file, with one path whatever the spelling of <paramref name="path"/>; <see langword="null"/> if there is none.</returns>
public delegate SchemaSource? SchemaReader(string path);
