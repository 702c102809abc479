namespace Codec.Schema.Syntax;

/// <summary>A file_identifier.</summary>
internal sealed record FileIdentifierSyntax(LiteralSyntax Value) : DeclarationSyntax;
