namespace Codec.Schema.Syntax;

/// <summary>A field of a table or struct.</summary>
internal sealed record FieldSyntax(
    SyntaxName Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes, TypeSyntax Type, LiteralSyntax? Default)
    : MemberSyntax(Name, Documentation, Attributes);
