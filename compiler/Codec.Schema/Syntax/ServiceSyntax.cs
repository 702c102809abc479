namespace Codec.Schema.Syntax;

internal sealed record ServiceSyntax(
    SyntaxText Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes, IReadOnlyList<MethodSyntax> Methods)
    : MemberSyntax(Name, Documentation, Attributes);
