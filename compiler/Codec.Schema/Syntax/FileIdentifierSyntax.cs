namespace Codec.Schema.Syntax;

/// <summary>A file_identifier statement.</summary>
internal sealed record FileIdentifierSyntax(LiteralSyntax Value) : DeclarationSyntax;
