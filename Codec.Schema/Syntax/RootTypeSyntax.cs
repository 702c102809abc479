namespace Codec.Schema.Syntax;

/// <summary>A root_type.</summary>
internal sealed record RootTypeSyntax(SyntaxName Name) : DeclarationSyntax;
