namespace Codec.Schema.Syntax;

/// <summary>A name, with dots or without, and its position.</summary>
internal sealed record SyntaxName(string Text, int Start, int Length);
