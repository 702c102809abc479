namespace Codec.Schema.Syntax;

/// <summary>A named member with documentation and attributes.</summary>
internal abstract record MemberSyntax(SyntaxText Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes)
    : DeclarationSyntax;
