namespace Codec.Schema.Syntax;

/// <summary>A statement of a keyword and a value, such as <c>root_type</c>. The value of <c>namespace</c> is empty for the global namespace.</summary>
internal sealed record StatementSyntax(string Keyword, SyntaxText Value) : DeclarationSyntax;
