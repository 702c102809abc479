namespace Codec.Schema.Diagnostics;

/// <summary>A piece of a schema file.</summary>
/// <param name="Path">The file, as the host named it.</param>
/// <param name="Start">Index of the first UTF-16 unit in the file's text.</param>
/// <param name="Length">How many UTF-16 units it spans, all on one line; 0 at the end of the file.</param>
/// <param name="Line">Line of the start, from 1.</param>
/// <param name="Column">Column of the start in UTF-16 units, from 1.</param>
public readonly record struct SourceSpan(string Path, int Start, int Length, int Line, int Column);
