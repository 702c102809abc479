namespace Codec.Schema.Diagnostics;

/// <summary>A range of characters in a schema file.</summary>
/// <param name="Path">The path of the file, as the host named it.</param>
/// <param name="Start">The index of the first UTF-16 unit in the file's text.</param>
/// <param name="Length">The number of UTF-16 units, all on one line; 0 at the end of the file.</param>
/// <param name="Line">The line of the start, from 1.</param>
/// <param name="Column">The column of the start in UTF-16 units, from 1.</param>
public readonly record struct SourceSpan(string Path, int Start, int Length, int Line, int Column);
