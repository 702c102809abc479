namespace Codec.Schema.Syntax;

/// <summary>A root_type statement.</summary>
internal sealed record RootTypeSyntax(SyntaxName Name) : DeclarationSyntax;
