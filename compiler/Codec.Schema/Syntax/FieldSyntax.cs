namespace Codec.Schema.Syntax;

internal sealed record FieldSyntax(
    SyntaxText Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes, TypeSyntax Type, LiteralSyntax? Default)
    : MemberSyntax(Name, Documentation, Attributes);
