namespace Codec.Schema.Syntax;

/// <summary>A type: a name, or a name in brackets with or without a length.</summary>
internal sealed record TypeSyntax(SyntaxName Name, TypeShape Shape, LiteralSyntax? Length);
