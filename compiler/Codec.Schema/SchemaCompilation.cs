using Codec.Schema.Binding;

namespace Codec.Schema;

/// <summary>What an editor needs to know about compiled files, also if they have errors.</summary>
/// <param name="Result">The model and the diagnostics.</param>
/// <param name="Files">The files. An included file precedes the files that include it.</param>
/// <param name="Uses">The names that refer to declarations.</param>
internal sealed record SchemaCompilation(SchemaResult Result, IReadOnlyList<FileSyntax> Files, IReadOnlyList<NameUse> Uses);
