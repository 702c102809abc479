namespace Codec.Schema;

/// <summary>A schema file's name and text.</summary>
/// <param name="Path">A name that is unique to the file; diagnostics show it.</param>
/// <param name="Text">The content.</param>
public sealed record SchemaSource(string Path, string Text);
