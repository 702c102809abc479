namespace Codec.Schema.Syntax;

/// <summary>An enum or a union.</summary>
internal sealed record EnumSyntax(
    SyntaxText Name,
    IReadOnlyList<string>? Documentation,
    IReadOnlyList<AttributeSyntax> Attributes,
    bool IsUnion,
    SyntaxText? Underlying,
    IReadOnlyList<EnumValueSyntax> Values)
    : MemberSyntax(Name, Documentation, Attributes);
