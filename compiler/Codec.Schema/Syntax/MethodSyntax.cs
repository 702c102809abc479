namespace Codec.Schema.Syntax;

internal sealed record MethodSyntax(
    SyntaxText Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes, SyntaxText Request, SyntaxText Response)
    : MemberSyntax(Name, Documentation, Attributes);
