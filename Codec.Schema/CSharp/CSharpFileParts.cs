namespace Codec.Schema.CSharp;

/// <summary>The parts to generate for the types of one schema file.</summary>
/// <param name="Path">The file's path, as in <see cref="Model.SchemaFile.Path"/>.</param>
/// <param name="Parts">The parts.</param>
public sealed record CSharpFileParts(string Path, CSharpParts Parts);
