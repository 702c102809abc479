namespace Codec.Schema.Syntax;

/// <summary>A method of a service.</summary>
internal sealed record MethodSyntax(
    SyntaxName Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes, SyntaxName Request, SyntaxName Response)
    : MemberSyntax(Name, Documentation, Attributes);
