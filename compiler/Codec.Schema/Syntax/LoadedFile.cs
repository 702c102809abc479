namespace Codec.Schema.Syntax;

/// <summary>A parsed file and the paths of the files that it includes directly.</summary>
internal sealed record LoadedFile(FileSyntax Syntax, IReadOnlyList<string> Includes);
