namespace Codec.Schema.Syntax;

internal sealed record AttributeSyntax(SyntaxText Name, LiteralSyntax? Value);
