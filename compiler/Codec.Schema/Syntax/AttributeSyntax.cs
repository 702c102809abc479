namespace Codec.Schema.Syntax;

/// <summary>An attribute with its value, if any.</summary>
internal sealed record AttributeSyntax(SyntaxText Name, LiteralSyntax? Value);
