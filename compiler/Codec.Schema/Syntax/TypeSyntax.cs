namespace Codec.Schema.Syntax;

/// <summary>A type: a name, or a name in brackets. With a length, it is an array; otherwise, the brackets make it a vector.</summary>
internal sealed record TypeSyntax(SyntaxText Name, bool HasBrackets = false, LiteralSyntax? Length = null);
