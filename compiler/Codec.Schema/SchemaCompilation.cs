using Codec.Schema.Binding;

namespace Codec.Schema;

/// <summary>What an editor needs to know about compiled files, also if they have errors.</summary>
internal sealed record SchemaCompilation(SchemaResult Result, IReadOnlyList<FileSyntax> Files, IReadOnlyList<NameUse> Uses);
