namespace Codec.Schema.Syntax;

/// <summary>The namespace of what follows; empty text for none.</summary>
internal sealed record NamespaceSyntax(string Name) : DeclarationSyntax;
