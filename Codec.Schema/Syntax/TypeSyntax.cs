namespace Codec.Schema.Syntax;

/// <summary>A type: a name, or one in brackets with a length or without.</summary>
internal sealed record TypeSyntax(SyntaxName Name, TypeShape Shape, LiteralSyntax? Length);
