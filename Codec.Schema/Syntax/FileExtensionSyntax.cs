namespace Codec.Schema.Syntax;

/// <summary>A file_extension.</summary>
internal sealed record FileExtensionSyntax(LiteralSyntax Value) : DeclarationSyntax;
