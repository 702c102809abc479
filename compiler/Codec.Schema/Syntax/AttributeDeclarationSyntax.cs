namespace Codec.Schema.Syntax;

/// <summary>The declaration of an attribute.</summary>
internal sealed record AttributeDeclarationSyntax(string Name) : DeclarationSyntax;
