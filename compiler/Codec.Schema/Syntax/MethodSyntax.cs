namespace Codec.Schema.Syntax;

/// <summary>A method of a service.</summary>
internal sealed record MethodSyntax(
    SyntaxText Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes, SyntaxText Request, SyntaxText Response)
    : MemberSyntax(Name, Documentation, Attributes);
