namespace Codec.Schema.Syntax;

/// <summary>An enum or a union.</summary>
internal sealed record EnumSyntax(
    SyntaxName Name,
    IReadOnlyList<string>? Documentation,
    IReadOnlyList<AttributeSyntax> Attributes,
    bool IsUnion,
    SyntaxName? Underlying,
    IReadOnlyList<EnumValueSyntax> Values)
    : MemberSyntax(Name, Documentation, Attributes);
