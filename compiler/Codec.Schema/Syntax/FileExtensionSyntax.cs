namespace Codec.Schema.Syntax;

/// <summary>A file_extension statement.</summary>
internal sealed record FileExtensionSyntax(LiteralSyntax Value) : DeclarationSyntax;
