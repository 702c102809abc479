namespace Codec.Schema;

/// <summary>Reads the file at a path. The compiler calls it once for each path that an include may refer to.</summary>
/// <param name="path">
/// A folder, <c>/</c>, and the text of an <c>include</c> in which each backslash is replaced with <c>/</c>. The folder is that of a root or of an
/// included file, or one of the include folders. The path may contain <c>..</c> or any other text.
/// </param>
/// <returns>The file, with the same path for every spelling of <paramref name="path"/>, or <see langword="null"/> if there is no file.</returns>
public delegate SchemaSource? SchemaReader(string path);
