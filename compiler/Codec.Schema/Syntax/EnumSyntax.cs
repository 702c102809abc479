namespace Codec.Schema.Syntax;

internal sealed record EnumSyntax(
    SyntaxText Name,
    IReadOnlyList<string>? Documentation,
    IReadOnlyList<AttributeSyntax> Attributes,
    bool IsUnion,
    SyntaxText? Underlying,
    IReadOnlyList<EnumValueSyntax> Values)
    : MemberSyntax(Name, Documentation, Attributes);
