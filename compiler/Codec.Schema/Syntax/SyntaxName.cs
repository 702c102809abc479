namespace Codec.Schema.Syntax;

/// <summary>A name, with or without dots, and its position.</summary>
internal sealed record SyntaxName(string Text, int Start, int Length);
