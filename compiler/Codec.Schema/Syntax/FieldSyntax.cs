namespace Codec.Schema.Syntax;

/// <summary>A field of a table or struct.</summary>
internal sealed record FieldSyntax(
    SyntaxText Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes, TypeSyntax Type, LiteralSyntax? Default)
    : MemberSyntax(Name, Documentation, Attributes);
