namespace Codec.Schema.Syntax;

/// <summary>The namespace of the declarations that follow; empty for the global namespace.</summary>
internal sealed record NamespaceSyntax(string Name) : DeclarationSyntax;
