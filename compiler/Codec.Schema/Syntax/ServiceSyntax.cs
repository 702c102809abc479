namespace Codec.Schema.Syntax;

/// <summary>An rpc_service.</summary>
internal sealed record ServiceSyntax(
    SyntaxText Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes, IReadOnlyList<MethodSyntax> Methods)
    : MemberSyntax(Name, Documentation, Attributes);
