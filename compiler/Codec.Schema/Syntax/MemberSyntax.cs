namespace Codec.Schema.Syntax;

internal abstract record MemberSyntax(SyntaxText Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes)
    : DeclarationSyntax;
