namespace Codec.Schema.Syntax;

/// <summary>A name, with dots or without, and where it stands.</summary>
internal sealed record SyntaxName(string Text, int Start, int Length);
