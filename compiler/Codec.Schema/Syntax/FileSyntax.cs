namespace Codec.Schema.Syntax;

/// <summary>A schema file.</summary>
internal sealed record FileSyntax(SourceText Source, IReadOnlyList<LiteralSyntax> Includes, IReadOnlyList<DeclarationSyntax> Declarations);
